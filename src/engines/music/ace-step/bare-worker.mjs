// The worker process of ACE-Step, run by Bare: opens the weights once and makes one song at a time.
import { binding, serveTasks } from '../../diffusion/bare-tasks.mjs';

serveTasks({ create, writeJob, hear });

/** The text settings are those of the host; the addon wants numbers. */
function create({ files, config }, listener) {
  const { threads, backendsDir } = config;
  const settings = { inferenceSteps: 0, shift: 0, useGPU: false, nGpuLayers: 0, threads: Number(threads), backendsDir };
  return binding.createInstance({}, { engineType: 'acestep', ...files, ...settings }, listener);
}

function writeJob({ params: { prompt, ...params } }) {
  return { type: 'text', input: prompt, taskType: 'text2music', ...params };
}

/** Progress, the sound, and at the end an error or statistics. */
function hear(job, { data, error }) {
  if (typeof error === 'string' && error !== '') job.reject(new Error(error));
  else if (typeof data?.progressTotal === 'number') {
    const { progressStage: part, progressStep: step, progressTotal: total } = data;
    job.report({ part, step, total });
  } else if (data?.outputArray) keepSound(job, data);
  else if (typeof data?.totalTimeMs === 'number' || typeof data?.audioDurationMs === 'number') job.end();
}

function keepSound(job, { outputArray, sampleRate, channels }) {
  if (sampleRate !== 48_000 || channels !== 2) job.reject(new Error('the addon made a sound of another format'));
  else job.keep(outputArray);
}
