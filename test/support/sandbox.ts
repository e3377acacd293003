// The sandbox in which previews of servers run: installed where it is missing; where it cannot work, the test fails and says why.
import assert from 'node:assert/strict';
import { Sandbox } from '@atelier/kit';
import { needProgram } from '../../packages/kit/test/support/programs.ts';

/** Call it before an engine or a service is created: they check for the sandbox once. */
export async function needSandbox(): Promise<void> {
  needProgram('sandbox');
  assert.equal(await new Sandbox().problem(), null);
}
