// Asks an upstream for its list of models, to know whether it answers and takes the key.
import { parseAnswer } from '../../core/bounded-json.ts';
import { readWhole, type UpstreamClient } from '../../net/upstream-client.ts';
import { notUnderstood, readRefusal, transportFailure } from './refusal.ts';

export async function askForModels(client: UpstreamClient, path: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await client.get(path, signal);
    if (answer.status < 200 || answer.status >= 300) throw await readRefusal(client.name, answer);
    if (!isJson(await readWhole(client.name, answer))) throw notUnderstood(client.name, 'something that is not JSON');
  } catch (error) {
    throw transportFailure(error);
  }
}

function isJson(text: string): boolean {
  try {
    parseAnswer(text);
    return true;
  } catch {
    return false;
  }
}
