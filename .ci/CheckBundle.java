import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks the directory of an unpacked bundle against what the central repository asks for: central.sonatype.org, "Requirements". It asks
 * of each component a pom with name, description, URL, licence, developers and SCM, sources and Javadoc, a signature and checksums of
 * each file, and no snapshot. We ask for more: LICENSE, NOTICE and a module's name in each jar, an SBOM, and nothing of ours missing.
 *
 * <p>{@code java CheckBundle.java DIRECTORY VERSION}
 */
class CheckBundle {
  private static final String GROUP = "io.github.dynamooutbox";

  private final Path group;
  private final String version;
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, Element> poms = new TreeMap<>();
  private final Map<String, String> moduleNames = new HashMap<>();

  CheckBundle(Path root, String version) {
    this.group = root.resolve(GROUP.replace('.', '/'));
    this.version = version;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 2) {
      System.err.println("java CheckBundle.java DIRECTORY VERSION");
      System.exit(2);
    }
    CheckBundle check = new CheckBundle(Path.of(arguments[0]), arguments[1]);
    check.run();
    check.wrong.forEach(System.err::println);
    if (!check.wrong.isEmpty()) {
      System.exit(1);
    }
    System.out.println(check.poms.size() + " components are as the central repository wants them");
  }

  private void run() throws Exception {
    if (!Files.isDirectory(group)) {
      wrong.add("There is nothing of " + GROUP + " in " + group);
      return;
    }
    if (version.contains("SNAPSHOT")) {
      wrong.add(version + " is a snapshot, which cannot be released");
    }
    for (Path component : list(group)) {
      Path pom = component.resolve(version).resolve(component.getFileName() + "-" + version + ".pom");
      if (list(component).size() != 1 || !Files.isRegularFile(pom)) {
        wrong.add(component + " has not exactly one version with its pom, " + version);
        continue;
      }
      var factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      poms.put(component.getFileName().toString(), factory.newDocumentBuilder().parse(pom.toFile()).getDocumentElement());
    }
    for (String artifact : poms.keySet()) {
      checkPom(artifact);
      checkFiles(artifact, group.resolve(artifact).resolve(version));
    }
  }

  private void checkPom(String artifact) {
    Element pom = poms.get(artifact);
    // A module's name is its own; the rest may be its parent's.
    if (text(pom, "name").isEmpty()) {
      wrong.add(artifact + ": the pom has no name");
    }
    for (String path : List.of("description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
        "scm/url", "scm/connection")) {
      if (inherited(artifact, path, new HashSet<>()).isEmpty()) {
        wrong.add(artifact + ": neither the pom nor a parent has " + path);
      }
    }
    if (!version.equals(inherited(artifact, "version", new HashSet<>()))) {
      wrong.add(artifact + ": the pom is not of version " + version);
    }
    for (String forbidden : List.of("repositories", "pluginRepositories", "distributionManagement")) {
      if (child(pom, forbidden) != null) {
        wrong.add(artifact + ": the pom has " + forbidden);
      }
    }
    var dependencies = pom.getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      if (text(dependency, "groupId").equals(GROUP) && !text(dependency, "scope").equals("test") && !within(dependency, "plugin")
          && !poms.containsKey(text(dependency, "artifactId"))) {
        wrong.add(artifact + " depends on " + text(dependency, "artifactId") + ", which is not in the bundle");
      }
    }
  }

  private void checkFiles(String artifact, Path directory) throws Exception {
    Set<String> names = new HashSet<>();
    for (Path file : list(directory)) {
      names.add(file.getFileName().toString());
    }
    String stem = artifact + "-" + version;
    List<String> needed = new ArrayList<>(List.of(stem + ".pom", stem + "-cyclonedx.json"));
    if (!text(poms.get(artifact), "packaging").equals("pom")) {
      needed.addAll(List.of(stem + ".jar", stem + "-sources.jar", stem + "-javadoc.jar"));
    } else if (artifact.equals("outbox-bom") || artifact.equals("outbox-parent")) {
      needed.remove(1);
    }
    for (String name : needed) {
      if (!names.contains(name)) {
        wrong.add(artifact + ": " + name + " is missing");
      }
    }
    for (String name : names) {
      if (name.matches(".*\\.(asc|md5|sha1|sha256|sha512)")) {
        continue;
      }
      if (!name.startsWith(stem)) {
        wrong.add(artifact + ": " + name + " is of another version");
      }
      if (!names.contains(name + ".asc")) {
        wrong.add(artifact + ": " + name + " is not signed");
      }
      Path file = directory.resolve(name);
      checkSum(file, "MD5", ".md5");
      checkSum(file, "SHA-1", ".sha1");
      if (name.endsWith(".jar")) {
        checkJar(artifact, file, name.equals(stem + ".jar"));
      }
    }
  }

  private void checkSum(Path file, String algorithm, String ending) throws Exception {
    Path sum = file.resolveSibling(file.getFileName() + ending);
    String computed = HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    if (!Files.isRegularFile(sum) || !Files.readString(sum, UTF_8).strip().equals(computed)) {
      wrong.add(file.getFileName() + ": " + ending + " is missing or is not that of the file");
    }
  }

  private void checkJar(String artifact, Path file, boolean main) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      for (String text : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
        if (jar.getEntry(text) == null) {
          wrong.add(file.getFileName() + " has no " + text);
        }
      }
      String name = jar.getManifest() == null ? null : jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name");
      if (main) {
        String other = name == null ? null : moduleNames.put(name, artifact);
        if (name == null || other != null) {
          wrong.add(artifact + ": the module's name, " + name + ", is " + (name == null ? "missing" : "that of " + other + " too"));
        }
      }
    }
  }

  private String inherited(String artifact, String path, Set<String> seen) {
    Element pom = poms.get(artifact);
    if (pom == null || !seen.add(artifact)) {
      return "";
    }
    String own = text(pom, path);
    Element parent = child(pom, "parent");
    return own.isEmpty() && parent != null ? inherited(text(parent, "artifactId"), path, seen) : own;
  }

  private static boolean within(Node node, String name) {
    for (Node at = node.getParentNode(); at != null; at = at.getParentNode()) {
      if (name.equals(at.getNodeName())) {
        return true;
      }
    }
    return false;
  }

  private static String text(Element element, String path) {
    Element at = element;
    for (String name : path.split("/")) {
      at = at == null ? null : child(at, name);
    }
    return at == null ? "" : at.getTextContent().strip();
  }

  private static Element child(Element element, String name) {
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element found && found.getNodeName().equals(name)) {
        return found;
      }
    }
    return null;
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
