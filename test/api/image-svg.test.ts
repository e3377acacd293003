// Graphics as SVG: the same drawing as the PNG, well-formed and inert whatever the prompt says, and refused for scenes.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { SvgDesk } from '../support/svg-desk.ts';

let service: TestService;
let account: TestAccount;
let desk: SvgDesk;

before(async () => {
  service = await startService();
  account = await service.account();
  desk = new SvgDesk(service, account);
});
after(() => service.stop());

for (const prompt of ['a logo for a coffee shop called Brewster', 'a blueprint of a car'])
  test(`${prompt}: the SVG is the drawing of the PNG`, () => desk.assertDrawsAsPng(prompt));

test('the name is set in outlines, and another name gives other outlines', async () => {
  const [brewster, maple] = [await desk.draw('a logo called Brewster'), await desk.draw('a logo called Maple')];
  assert.match(brewster, /<title>Brewster<\/title>/);
  assert.match(maple, /<title>Maple<\/title>/);
  const outlines = (svg: string) =>
    [...svg.matchAll(/<path fill="[^"]*" d="([^"]*)"\/>/g)].map(([, path = '']) => path);
  // Every letter of Brewster is one outline or more: e, e, r, r and B, e with holes.
  const letters = outlines(brewster).map((path) => path.split('M').length - 1);
  assert.ok(Math.max(...letters) >= 'Brewster'.length, `${letters}`);
  assert.notDeepEqual(outlines(brewster), outlines(maple));
});

test('markup in the name of a logo becomes characters: the file stays well-formed and holds no script', () =>
  desk.assertNamesStayInert([(name) => `a logo called ${name}`, (name) => `an icon, ${name}`]));

test('a scene, a model that paints pixels, an edit and an enlargement cannot be SVG; nothing is charged', async () => {
  const credits = async () =>
    (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits as number;
  const before = await credits();
  const scene = await desk.generate({ prompt: 'a red lighthouse on a cliff at sunset', format: 'svg' });
  assert.equal(scene.status, 400);
  assert.deepEqual([scene.json.error.code, scene.json.error.param], ['invalid_parameter', 'format']);
  assert.match(scene.json.error.message, /Only graphics are drawn as SVG.*logo.*png, webp or jpeg/);
  const model = await desk.generate({ prompt: 'a logo called Maple', format: 'svg', model: 'retouch-1' });
  assert.deepEqual([model.status, model.json.error.param], [400, 'model']);
  for (const path of ['edit', 'upscale']) {
    const body = { image: 'data:image/png;base64,AAAA', format: 'svg' };
    const answer = await service.call('POST', `/v1/image/${path}`, { key: account.liveKey, body });
    assert.deepEqual([answer.status, answer.json.error.param], [400, 'format']);
  }
  assert.equal(await credits(), before);
});
