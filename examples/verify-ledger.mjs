// Checks the proof of a ledger offline: no entry was altered, removed, added or moved. Plain Node, no packages.
//   node verify-ledger.mjs proof.ndjson keys.json [an earlier proof.ndjson]
// proof.ndjson: GET {base_url}/payments/ledger-proof. keys.json: {origin}/.well-known/ledger-keys.json, best kept from an earlier day.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [proofFile, keysFile, earlierFile] = process.argv.slice(2);
if (!keysFile) fail('Usage: node verify-ledger.mjs proof.ndjson keys.json [earlier.ndjson]');
const { keys } = JSON.parse(readFileSync(keysFile, 'utf8'));
const earlier = earlierFile && (await check(earlierFile));
const proof = await check(proofFile, earlier);
console.log(
  `${proof.entries} entries are as sealed at ${proof.sealed_at}; the balance is ${proof.balance / 1e6} credits.`,
);
if (earlier) console.log(`They continue the ${earlier.entries} entries of the earlier proof.`);

/** Follows the chain of hashes from line to line, up to the hash that was signed. */
async function check(file, before) {
  let start, seal, hash, balance;
  let entries = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const value = JSON.parse(line);
    if (seal) fail(`${file}: something follows the seal.`);
    if (value.object === 'ledger.proof') {
      if (start) fail(`${file}: two proofs are in one file.`);
      start = value;
      ({ entries, hash } = value.start);
      if (entries > 0) balance = signed(value.start.seal, value, { entries, hash }).balance;
    } else if (value.object === 'ledger.seal') seal = value;
    else {
      entries += 1;
      if (value.n !== entries) fail(`${file}: entry ${entries} is missing; ${value.n} is in its place.`);
      hash = createHash('sha256').update(hash).update('\n').update(line).digest('hex');
      balance = (balance ?? 0) + value.amount;
      if (value.balance_after !== balance) fail(`${file}: entry ${entries} does not continue the balance.`);
    }
    if (before?.entries === entries && before.hash !== hash) fail(`${file}: it differs from the earlier proof.`);
  }
  if (!seal) fail(`${file}: it has no seal: the download was cut off.`);
  const { account_id, environment } = start;
  if (before && (before.account_id !== account_id || before.environment !== environment))
    fail(`${file}: the earlier proof is of another ledger.`);
  if (before && (before.entries > entries || before.entries < start.start.entries))
    fail(`${file}: it does not hold the place where the earlier proof ended.`);
  return signed(seal, start, { entries, hash, balance: balance ?? 0 });
}

function signed({ statement, signature }, { account_id, environment }, wanted) {
  const said = JSON.parse(statement ?? 'null') ?? fail('Nothing is sealed yet.');
  const key = keys.find(({ id }) => id === said.key_id) ?? fail(`The key ${said.key_id} is not in ${keysFile}.`);
  const publicKey = createPublicKey({ key: key.jwk, format: 'jwk' });
  if (!verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64')))
    fail('The signature is wrong.');
  for (const [name, value] of Object.entries({ account_id, environment, ...wanted }))
    if (said[name] !== value) fail(`The seal says ${name} ${said[name]}, the file has ${value}: entries were altered.`);
  return said;
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
