// The words of the home page.
import { inLanguage } from '../words.ts';

export const home = inLanguage('home', {
  hello: (name: string) => (name ? `Hello, ${name}` : 'Hello'),
  lead: 'What you have, what you used today and what is being made.',
  balance: 'Balance',
  credits: 'credits',
  held: (credits: string) => `${credits} more held for work under way`,
  worth: (money: string) => `worth ${money}`,
  addCredits: 'Add credits',
  today: 'Used today',
  requests: (count: string) => (count === '1' ? '1 call' : `${count} calls`),
  seeUsage: 'See usage',
  running: 'Running now',
  plan: 'Plan',
  perMinute: (count: string) => `${count} calls a minute`,
  changePlan: 'See plans',
  make: 'Make something',
  makers: {
    chat: 'Ask and talk',
    code: 'Write and explain',
    music: 'A song from a sentence',
    image: 'Paint and edit',
    video: 'A video from words',
    audio: 'Speak and transcribe',
    builder: 'A whole application',
  },
  runningLead: 'Songs, images, videos and applications while they are made.',
  nothingRuns: 'Nothing is running',
  nothingRunsHint: 'Long work shows up here with its progress. A song takes a minute or two.',
  makeSong: 'Make a song',
  stop: 'Stop',
  stopJob: (what: string) => `Stop ${what}`,
  stopped: 'It is stopped, and what was held for it is yours again.',
  queued: (position: number) => `Number ${position} in the queue`,
  secondsLeft: (seconds: number) =>
    seconds > 90 ? `about ${Math.round(seconds / 60)} min left` : `about ${seconds} s left`,
  kinds: { music: 'Song', video: 'Video', image: 'Image', build: 'Application', batch: 'Batch' } as Record<
    string,
    string
  >,
  progressOf: (what: string) => `Progress of ${what}`,
  firstSteps: 'First steps',
  stepsDone: (done: number, all: number) => `${done} of ${all} done`,
  steps: {
    key: { title: 'Make a key', text: 'So that your programs can call the API.' },
    song: { title: 'Make a song', text: 'A sentence is enough; the rest is composed, sung and mastered.' },
    webhook: { title: 'Register a webhook', text: 'Be told when work is done, instead of asking.' },
  },
  done: 'Done',
});
