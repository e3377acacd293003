// The address of a made file for a download.
import { ownFile } from '../../parts/own-file.ts';

export function downloadAddress(address: string): string {
  return `${ownFile(address)}?download`;
}
