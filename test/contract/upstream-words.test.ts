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
hideUpstream({ name: 'other', models: [{ id: 'seeing-1', upstream_id: 'llava-next' }] });
hideUpstream({ name: 'upB' });
hideUpstream({ name: 'azur', address: 'https://house-ai-1.openai.azure.com/openai' });

const CASES: readonly (readonly [said: string, told: string])[] = [
  ['quarry-gpu refuses 5 images', '… refuses 5 images'],
  ['Quarry-GPU: too long', '…: too long'],
  ['no route to box-3.lan:8000/v1/chat (try again)', 'no route to … (try again)'],
  ['box-3.lan, box-3.lan:8000', '…, …'],
  ["The model 'meta-llama/Llama-3.3-70B' takes no images", "The model '…' takes no images"],
  ['plain-1 and own-1 take no images', 'plain-1 and own-1 take no images'],
  ['quarry-gpu/smart-1 is a name of ours', 'quarry-gpu/smart-1 is a name of ours'],
  ['the inbox-3.lan is another host', 'the … is another host'],
  ['quarry_gpu-v2 and quarry gpu: full', '… and …: full'],
  ['The model meta-llama/Llama-3.3-70B-v2 takes no images', 'The model … takes no images'],
  ['upB refused', '… refused'],
  ['vLLM 0.6.1 engine: litellm.BadRequestError: too long', '… engine: …: too long'],
  ['SGLang/0.4.2 and llama.cpp failed', '… and … failed'],
  ['see gpu-3.corp.example, or box:80, or upB.internal.example.com:8000/x', 'see …, or box:80, or …'],
  ['org-abc123 has no project proj_9x1 of user-1', '… has no project … of …'],
  ['failed: /subscriptions/1b5ba59f-ab20/resourceGroups/rg-atelier/providers/Microsoft.X/accounts/a', 'failed: …'],
  ['tenant 1b5ba59f-ab20-4d4f-9dd9-1b5ba59fab20 is unknown', 'tenant … is unknown'],
  ['azur: resource house-ai-1 is busy', '…: resource … is busy'],
  ['llava-next-34b is another name of another upstream', '… is another name of another upstream'],
  [
    'messages.0.content and tools.function.parameters in body.json',
    'messages.0.content and tools.function.parameters in body.json',
  ],
  ['max_tokens: 5.5, user_id, team_name, temperature 0.7', 'max_tokens: 5.5, user_id, team_name, temperature 0.7'],
  ['ollama/llama3 is a name that customers know', 'ollama/llama3 is a name that customers know'],
];
for (const [said, told] of CASES) {
  const upstream = ['upB', 'azur'].find((name) => said.startsWith(name)) ?? 'quarry-gpu';
  test(`"${said}" is told as "${told}"`, () => equal(quoteUpstream(said, upstream), told));
}

test('a short name may be a word of any sentence, and the name of one entry stays in what another says', () => {
  equal(quoteUpstream('the gpu of quarry-gpu is full', 'gpu'), 'the gpu of quarry-gpu is full');
  equal(quoteUpstream('the box-3.lan of quarry-gpu is full', 'gpu'), 'the … of quarry-gpu is full');
});
