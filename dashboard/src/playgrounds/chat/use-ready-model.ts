// The model that can do a kind of work now: one whose weights are still being pulled would refuse.
import { useCall } from '../../api/queries.ts';

/** `{}` leaves the choice to the service. */
export function useReadyModel(module: 'speech' | 'transcription'): { model?: string } {
  const models = useCall('GET /models').data?.data ?? [];
  const ready = models.find((model) => model.module === module && model.ready);
  return ready ? { model: ready.id } : {};
}
