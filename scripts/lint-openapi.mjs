// Lints an OpenAPI document with Spectral and Redocly: node scripts/lint-openapi.mjs openapi.json. Prints each finding; fails if there are any.
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRules from '@stoplight/spectral-rulesets';

const [path = ''] = process.argv.slice(2);
const source = await readFile(path, 'utf8');
const findings = [...(await lintWithSpectral()), ...(await lintWithRedocly())];
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.stdout.write(`${findings.length} findings of spectral and redocly\n`);
process.exitCode = findings.length === 0 ? 0 : 1;

async function lintWithSpectral() {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({
    extends: [[spectralRules.oas, 'all']],
    // A service on the operator's own machine has an address but no email for strangers.
    rules: { 'contact-properties': 'off' },
  });
  const found = await spectral.run(JSON.parse(source));
  return found.map(({ code, message, path: at }) => `spectral ${code}: ${message} at /${at.join('/')}`);
}

async function lintWithRedocly() {
  const config = await createConfig({
    extends: ['recommended'],
    // An answer may have more fields than its schema names.
    rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
  });
  const found = await lintFromString({ source, absoluteRef: path, config });
  return found.map(
    ({ ruleId, message, location }) =>
      `redocly ${ruleId}: ${message} at ${location[0]?.pointer ?? location[0]?.start?.line}`,
  );
}
