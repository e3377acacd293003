// Graphics as SVG: the same drawing as the PNG, well-formed and inert whatever the prompt says, and refused for scenes.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;

before(async () => {
  service = await startService();
  account = await service.account();
});
after(() => service.stop());

const SIDE = 256;
const generate = (body: object) =>
  service.call('POST', '/v1/image/generate', { key: account.liveKey, body: { width: SIDE, seed: 7, ...body } });

async function fetchFile(url: string) {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function drawn(prompt: string): Promise<string> {
  const made = await generate({ prompt, format: 'svg' });
  assert.equal(made.status, 200, made.text);
  return (await fetchFile(made.json.image_url)).bytes.toString();
}

const pixelsOf = (file: Buffer) => sharp(file).removeAlpha().resize(SIDE, SIDE).raw().toBuffer();

/** The mean difference of two images, as a share of the whole range. */
function differenceOf(a: Buffer, b: Buffer): number {
  assert.equal(a.length, b.length);
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length / 255;
}

const ELEMENTS = new Set(['svg', 'title', 'g', 'rect', 'circle', 'path']);
const ATTRIBUTES =
  /^(xmlns|role|width|height|viewBox|x|y|rx|cx|cy|r|d|fill|fill-rule|fill-opacity|stroke|stroke-width|stroke-linejoin|paint-order|transform|data-word)$/;

/** Reads the whole file as tags and text: what is not a tag of the list, with attributes of the list, is not read. */
function assertInert(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?:\s+[\w-]+="[^"<]*")*)(\/?)>|([^<>]+)/gi,
    (_all, end, name, list, alone, text) => {
      if (text !== undefined) {
        assert.equal(open.at(-1), 'title', `text outside of the title: ${text}`);
        assert.doesNotMatch(text, /&(?!amp;|lt;|gt;|quot;|#39;)/);
      } else if (end) assert.equal(open.pop(), name);
      else {
        assert.ok(ELEMENTS.has(name), `<${name}> is not allowed`);
        for (const [, attribute = '', value = ''] of list.matchAll(/([\w-]+)="([^"]*)"/g)) {
          assert.match(attribute, ATTRIBUTES);
          if (attribute !== 'xmlns') assert.doesNotMatch(value, /url\(|:|\/\//);
        }
        if (!alone) open.push(name);
      }
      return '';
    },
  );
  assert.equal(rest, '', 'every character belongs to a tag or to the title');
  assert.deepEqual(open, []);
}

for (const prompt of [
  'a logo for a coffee shop called Brewster',
  'a poster for the Monkey Music Festival with a monkey',
  'an app icon of a rocket',
  'a pattern of cats',
  'a blueprint of a car',
  'a birthday card saying "Happy Birthday"',
])
  test(`${prompt}: the SVG is the drawing of the PNG`, async () => {
    const made = await generate({ prompt, format: 'svg' });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.json.images[0].format, 'svg');
    const { headers, bytes } = await fetchFile(made.json.image_url);
    assert.equal(headers.get('content-type'), 'image/svg+xml');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    assert.match(headers.get('content-disposition') ?? '', /^attachment; .*\.svg$/);
    assertInert(bytes.toString());
    const png = await generate({ prompt, format: 'png' });
    const [vector, raster] = [await pixelsOf(bytes), await pixelsOf((await fetchFile(png.json.image_url)).bytes)];
    assert.ok(differenceOf(vector, raster) < 0.005, `they differ by ${differenceOf(vector, raster)}`);
    const plain = Buffer.alloc(raster.length, 255);
    assert.ok(differenceOf(plain, raster) > 0.05, 'it is not empty');
  });

test('the name is set in outlines, and another name gives other outlines', async () => {
  const [brewster, maple] = [await drawn('a logo called Brewster'), await drawn('a logo called Maple')];
  assert.match(brewster, /<title>Brewster<\/title>/);
  assert.match(maple, /<title>Maple<\/title>/);
  const outlines = (svg: string) =>
    [...svg.matchAll(/<path fill="[^"]*" d="([^"]*)"\/>/g)].map(([, path = '']) => path);
  // Every letter of Brewster is one outline or more: e, e, r, r and B, e with holes.
  const letters = outlines(brewster).map((path) => path.split('M').length - 1);
  assert.ok(Math.max(...letters) >= 'Brewster'.length, `${letters}`);
  assert.notDeepEqual(outlines(brewster), outlines(maple));
});

test('markup in a prompt becomes characters: the file stays well-formed and holds no script', async () => {
  for (const name of [
    '<script>alert(1)</script>',
    '"/><script>alert(1)</script><path d="',
    "'/><image href='https://example.com/x.png'/>",
    ']]><!--',
    '&lt;b&gt;&#60;&xxe;',
    '\u0001\u0008\ufffe',
    '<!DOCTYPE svg [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
  ]) {
    let files = 0;
    for (const prompt of [`a logo called ${name}`, `a poster saying "${name}"`, `a ${name} card`, `an icon, ${name}`]) {
      const made = await generate({ prompt, format: 'svg' });
      // Between marks the word "logo" may be no noun any more: then it is a scene, and refused.
      if (made.status === 400 && made.json.error.param === 'format') continue;
      assert.equal(made.status, 200, made.text);
      const { bytes } = await fetchFile(made.json.image_url);
      assertInert(bytes.toString());
      assert.equal((await sharp(bytes).metadata()).width, SIDE);
      files += 1;
    }
    assert.ok(files >= 2, `${files} files for ${name}`);
  }
});

test('a scene, a model that paints pixels, an edit and an enlargement cannot be SVG; nothing is charged', async () => {
  const credits = async () =>
    (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits as number;
  const before = await credits();
  const scene = await generate({ prompt: 'a red lighthouse on a cliff at sunset', format: 'svg' });
  assert.equal(scene.status, 400);
  assert.deepEqual([scene.json.error.code, scene.json.error.param], ['invalid_parameter', 'format']);
  assert.match(scene.json.error.message, /Only graphics are drawn as SVG.*logo.*png, webp or jpeg/);
  const model = await generate({ prompt: 'a logo called Maple', format: 'svg', model: 'retouch-1' });
  assert.deepEqual([model.status, model.json.error.param], [400, 'model']);
  for (const path of ['edit', 'upscale']) {
    const body = { image: 'data:image/png;base64,AAAA', format: 'svg' };
    const answer = await service.call('POST', `/v1/image/${path}`, { key: account.liveKey, body });
    assert.deepEqual([answer.status, answer.json.error.param], [400, 'format']);
  }
  assert.equal(await credits(), before);
});
