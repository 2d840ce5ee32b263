#!/usr/bin/env node
// Prints the digest of an image, for all its platforms: node .ci/digest.mjs eclipse-temurin:25-jre [https://registry-1.docker.io]
const [image, registry = "https://registry-1.docker.io"] = process.argv.slice(2);
const [, name, tag] = /^([a-z0-9._/-]+):([\w.-]+)$/.exec(image ?? "") ?? [];
if (!name) {
  console.error("usage: node .ci/digest.mjs NAME:TAG [REGISTRY]");
  process.exit(2);
}
const manifest = `${registry}/v2/${name.includes("/") ? name : `library/${name}`}/manifests/${tag}`;
const accept = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json";
const ask = (headers) => fetch(manifest, { method: "HEAD", headers: { accept, ...headers }, signal: AbortSignal.timeout(30_000) });
try {
  let answer = await ask({});
  if (answer.status === 401) {
    // A token for everybody, from where the registry says.
    const asked = Object.fromEntries([...answer.headers.get("www-authenticate").matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const { realm, ...parameters } = asked;
    const token = await (await fetch(`${realm}?${new URLSearchParams(parameters)}`, { signal: AbortSignal.timeout(30_000) })).json();
    answer = await ask({ authorization: `Bearer ${token.token}` });
  }
  const digest = answer.headers.get("docker-content-digest") ?? "";
  if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`HTTP ${answer.status}, digest "${digest}"`);
  console.log(digest);
} catch (e) {
  console.error(`The digest of ${image} cannot be read from ${registry}: ${e.cause?.code ?? e.message}`);
  process.exit(1);
}
