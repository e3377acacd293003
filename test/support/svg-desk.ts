// What tests of SVG ask: whether a file is the drawing of the PNG, and whether it is inert whatever the prompt says.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { TestAccount, TestService } from './service.ts';

const SIDE = 256;

export class SvgDesk {
  readonly #service: TestService;
  readonly #account: TestAccount;

  constructor(service: TestService, account: TestAccount) {
    this.#service = service;
    this.#account = account;
  }

  generate(body: object) {
    return this.#service.call('POST', '/v1/image/generate', {
      key: this.#account.liveKey,
      body: { width: SIDE, seed: 7, ...body },
    });
  }

  async draw(prompt: string): Promise<string> {
    const made = await this.generate({ prompt, format: 'svg' });
    assert.equal(made.status, 200, made.text);
    return (await fetchFile(made.json.image_url)).bytes.toString();
  }

  async assertDrawsAsPng(prompt: string): Promise<void> {
    const made = await this.generate({ prompt, format: 'svg' });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.json.images[0].format, 'svg');
    const { headers, bytes } = await fetchFile(made.json.image_url);
    assert.equal(headers.get('content-type'), 'image/svg+xml');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    assert.match(headers.get('content-disposition') ?? '', /^attachment; .*\.svg$/);
    assertInert(bytes.toString());
    const png = await this.generate({ prompt, format: 'png' });
    const [vector, raster] = [await pixelsOf(bytes), await pixelsOf((await fetchFile(png.json.image_url)).bytes)];
    assert.ok(differenceOf(vector, raster) < 0.005, `they differ by ${differenceOf(vector, raster)}`);
    const plain = Buffer.alloc(raster.length, 255);
    assert.ok(differenceOf(plain, raster) > 0.05, 'it is not empty');
  }

  /** `phrasings` make a prompt of a name. */
  async assertNamesStayInert(phrasings: readonly ((name: string) => string)[]): Promise<void> {
    for (const name of HOSTILE_NAMES) {
      let files = 0;
      for (const phrase of phrasings) {
        const made = await this.generate({ prompt: phrase(name), format: 'svg' });
        // Between marks the word "logo" may be no noun any more: then it is a scene, and refused.
        if (made.status === 400 && made.json.error.param === 'format') continue;
        assert.equal(made.status, 200, made.text);
        const { bytes } = await fetchFile(made.json.image_url);
        assertInert(bytes.toString());
        assert.equal((await sharp(bytes).metadata()).width, SIDE);
        files += 1;
      }
      assert.ok(files >= phrasings.length / 2, `${files} files for ${name}`);
    }
  }
}

const HOSTILE_NAMES = [
  '<script>alert(1)</script>',
  '"/><script>alert(1)</script><path d="',
  "'/><image href='https://example.com/x.png'/>",
  ']]><!--',
  '&lt;b&gt;&#60;&xxe;',
  '\u0001\u0008\ufffe',
  '<!DOCTYPE svg [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
];

async function fetchFile(url: string) {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
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
  // The mark that a machine made it: XMP without the prompt.
  const [, mark = ''] = svg.match(/<metadata>(.*?)<\/metadata>/s) ?? [];
  assert.match(mark, /digitalsourcetype/i);
  assert.doesNotMatch(mark, /<script|<svg|javascript:|\son\w+=/i);
  const rest = svg
    .replace(`<metadata>${mark}</metadata>`, '')
    .replace(/<(\/?)([a-z]+)((?:\s+[\w-]+="[^"<]*")*)(\/?)>|([^<>]+)/gi, (_all, end, name, list, alone, text) => {
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
    });
  assert.equal(rest, '', 'every character belongs to a tag or to the title');
  assert.deepEqual(open, []);
}
