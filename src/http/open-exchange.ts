// What an answer is sent with: the response, its headers, its packing, and where a failing stream is reported.
import type { Log } from '../core/log.ts';
import type { AttributionText } from './attribution.ts';
import type { Incoming } from './incoming.ts';
import { packingFor } from './pack-answer.ts';
import type { Exchange } from './respond.ts';
import type { WatchedCall } from './watched-call.ts';

interface ExchangeTerms {
  attribution: AttributionText;
  log: Log;
  signal: AbortSignal;
  watch: WatchedCall | undefined;
}

export function openExchange(incoming: Incoming, { attribution, log, signal, watch }: ExchangeTerms): Exchange {
  const { response, requestId, answerHeaders, caller, pattern, errorShape } = incoming;
  return {
    response,
    requestId,
    attribution: caller?.attributionWaived ? null : attribution,
    headers: answerHeaders,
    signal,
    recording: null,
    charged: false,
    packing: packingFor(incoming),
    errorShape,
    watch,
    onStreamError: (error) => {
      // A client that disconnected is not a failure of the service.
      if (error.status >= 500 && !signal.aborted)
        log.error({ err: error, requestId, path: pattern }, 'a stream failed');
    },
  };
}
