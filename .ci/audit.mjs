#!/usr/bin/env node
// Audits what a release brings along, from its SBOMs, against .ci/audit.json: node .ci/audit.mjs [--online] SBOM...
// Licences and versions need no network. Known vulnerabilities are those of OSV (osv.dev, or OSV_URL): without a network this is said, and with
// --online it fails. A vulnerability's id in "vulnerabilities" has the reason why the release goes out with it.
import { readFileSync } from "node:fs";

const accepted = JSON.parse(readFileSync(new URL("audit.json", import.meta.url)));
const online = process.argv[2] === "--online";
const files = process.argv.slice(online ? 3 : 2);
const wrong = [];
const packages = new Set();

if (files.length === 0) {
  wrong.push("no SBOM: node .ci/audit.mjs [--online] SBOM...");
}
for (const file of files) {
  const versions = new Map();
  for (const { group, name, version, purl, licenses = [] } of JSON.parse(readFileSync(file)).components ?? []) {
    const library = `${group}:${name}`;
    if (versions.has(library)) {
      wrong.push(`${file}: ${library} is there twice, as ${versions.get(library)} and ${version}`);
    }
    versions.set(library, version);
    const names = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);
    // Of several licences one may be chosen.
    if (!names.some((licence) => accepted.licences.includes(licence))) {
      wrong.push(`${file}: ${library} ${version} has the licence ${names.join(", ") || "of no name"}, which .ci/audit.json does not accept`);
    }
    if (group !== "io.github.dynamooutbox") {
      packages.add(purl.replace(/[?#].*/, ""));
    }
  }
}

const url = process.env.OSV_URL ?? "https://api.osv.dev";
const purls = [...packages];
try {
  const answer = await fetch(`${url}/v1/querybatch`, {
    method: "POST",
    body: JSON.stringify({ queries: purls.map((purl) => ({ package: { purl } })) }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) {
    throw new Error(`it answers with ${answer.status}`);
  }
  (await answer.json()).results.forEach(({ vulns = [] }, i) => {
    for (const { id } of vulns.filter(({ id }) => !(id in accepted.vulnerabilities))) {
      wrong.push(`${purls[i]}: ${id}, https://osv.dev/${id}; take a version without it, or write into .ci/audit.json why it does no harm here`);
    }
  });
  console.log(`${purls.length} libraries were looked up at ${url}`);
} catch (error) {
  const text = `Known vulnerabilities of ${purls.length} libraries are NOT checked: ${url} cannot be asked: ${error.cause?.message ?? error.message}`;
  online ? wrong.push(text) : console.log(text);
}
wrong.forEach((line) => console.error(line));
process.exit(wrong.length === 0 ? 0 : 1);
