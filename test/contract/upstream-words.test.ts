// What is left of an upstream's message for the customer: what was wrong, without what names the upstream.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { hideUpstream, quoteUpstream } from '../../src/net/upstream-words.ts';

hideUpstream({
  name: 'quarry-gpu',
  address: 'http://box-3.lan:8000/v1',
  models: [
    { id: 'smart-1', upstream_id: 'meta-llama/Llama-3.3-70B' },
    { id: 'plain-1', upstream_id: 'plain-1' },
    { id: 'own-1' },
  ],
});
hideUpstream({ name: 'gpu', address: 'http://10.0.0.5:8000' });

const CASES: readonly (readonly [said: string, told: string])[] = [
  ['quarry-gpu refuses 5 images', '… refuses 5 images'],
  ['Quarry-GPU: too long', '…: too long'],
  ['no route to box-3.lan:8000/v1/chat (try again)', 'no route to … (try again)'],
  ['box-3.lan, box-3.lan:8000', '…, …'],
  ["The model 'meta-llama/Llama-3.3-70B' takes no images", "The model '…' takes no images"],
  ['plain-1 and own-1 take no images', 'plain-1 and own-1 take no images'],
  ['quarry-gpu/smart-1 is a name of ours', 'quarry-gpu/smart-1 is a name of ours'],
  ['the inbox-3.lan is another host', 'the inbox-3.lan is another host'],
];
for (const [said, told] of CASES)
  test(`"${said}" is told as "${told}"`, () => equal(quoteUpstream(said, 'quarry-gpu'), told));

test('a short name may be a word of any sentence, and words of one upstream stay in what another says', () => {
  equal(quoteUpstream('the gpu of quarry-gpu is full', 'gpu'), 'the gpu of quarry-gpu is full');
});
