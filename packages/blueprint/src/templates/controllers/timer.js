// A timer with several modes; each finished session is kept.
import { app } from '../data/app.js';
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { formatDate } from '../lib/format.js';

export function createTimer() {
  const { modes, heading } = app.copy.timer;
  let tick;
  let endsAt = 0;
  const start = { mode: modes[0].name, leftMs: modes[0].minutes * 60_000, isRunning: false, task: '' };

  const base = controller(
    start,
    (state) => {
      const total = modeOf(state.mode).minutes * 60_000;
      const share = total ? 1 - state.leftMs / total : 0;
      return {
        ...state,
        heading,
        modes,
        clock: clockOf(state.leftMs),
        note: state.isRunning ? 'Stay with it' : state.leftMs === 0 ? 'Done!' : 'Ready',
        ring: `conic-gradient(var(--accent) ${share * 360}deg, var(--line) 0deg)`,
        count: store.list('sessions').length,
        sessions: store
          .list('sessions')
          .slice(0, 6)
          .map((session) => ({ ...session, when: formatDate(session.date) })),
      };
    },
    { stop: () => clearInterval(tick) },
  );

  function modeOf(name) {
    return modes.find((mode) => mode.name === name) ?? modes[0];
  }

  function pause() {
    clearInterval(tick);
    base.set({ isRunning: false });
  }

  function beat() {
    const leftMs = Math.max(0, endsAt - Date.now());
    base.set({ leftMs });
    if (leftMs > 0) return;
    pause();
    const { task, mode } = base.state();
    const date = new Date().toISOString().slice(0, 10);
    store.add('sessions', { task: task || mode, minutes: modeOf(mode).minutes, date });
  }

  return {
    ...base,
    choose(mode) {
      pause();
      base.set({ mode, leftMs: modeOf(mode).minutes * 60_000 });
    },
    toggle() {
      if (base.state().isRunning) return pause();
      const { leftMs, mode } = base.state();
      endsAt = Date.now() + (leftMs || modeOf(mode).minutes * 60_000);
      base.set({ isRunning: true });
      tick = setInterval(beat, 250);
    },
    reset() {
      pause();
      base.set({ leftMs: modeOf(base.state().mode).minutes * 60_000 });
    },
  };
}

export function clockOf(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
