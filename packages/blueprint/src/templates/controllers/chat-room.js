// Channels and their messages; what is written is kept.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';

export function createChatRoom() {
  const base = controller({ channelId: null, draft: '', newChannel: '', me: 'You' }, (state) => {
    const channels = store.list('channels');
    const channel = channels.find((each) => each.id === state.channelId) ??
      channels[0] ?? { id: '', name: '', topic: '' };
    const messages = store.list('messages');
    return {
      ...state,
      channel,
      channels: channels.map((each) => ({
        ...each,
        count: messages.filter((message) => message.channel === each.id).length,
      })),
      messages: messages
        .filter((message) => message.channel === channel.id)
        .reverse()
        .map((message) => show(message, state.me)),
    };
  });
  return {
    ...base,
    open: (channelId) => base.set({ channelId }),
    send() {
      const { draft, me } = base.state();
      const at = new Date().toTimeString().slice(0, 5);
      const sent = store.add('messages', { channel: base.get().channel.id, author: me || 'You', words: draft, at });
      if (sent.ok) base.set({ draft: '' });
    },
    addChannel() {
      const added = store.add('channels', { name: base.state().newChannel, topic: 'A new place to talk' });
      if (added.ok) base.set({ newChannel: '', channelId: added.record.id });
    },
  };
}

function show(message, me) {
  const hue = [...message.author].reduce((sum, letter) => sum + letter.charCodeAt(0) * 37, 0) % 360;
  return {
    ...message,
    isMine: message.author === me,
    initial: message.author.slice(0, 1).toUpperCase(),
    colour: `hsl(${hue} 55% 45%)`,
  };
}
