// Reads the text of a PDF as a reader copies it.
import { execFileSync } from 'node:child_process';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import type { TestService } from './service.ts';

export function textOfPdf(pdf: Uint8Array): string {
  return execFileSync(needProgram('pdftotext'), ['-layout', '-enc', 'UTF-8', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
  });
}

/** The PDF of a payment or a document, as its account downloads it. */
export async function downloadPdf(
  service: TestService,
  key: string,
  { id, language = 'en', base = '/v1' }: { id: string; language?: string; base?: string },
): Promise<Uint8Array> {
  const response = await fetch(`${service.origin}${base}/payments/receipts/${id}`, {
    headers: { authorization: `Bearer ${key}`, 'accept-language': language },
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}
