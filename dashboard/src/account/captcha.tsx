// A provider's captcha: loads its script with the form, and passes its answer on.
import { useEffect, useRef, useState } from 'react';
import { ErrorNote } from '../parts/error-note.tsx';
import { account } from './strings.ts';

interface Widget {
  render(place: HTMLElement, settings: { sitekey: string; callback(answer: string): void }): unknown;
}

const PROVIDERS = new Map([
  [
    'cloudflare-turnstile',
    { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', name: 'turnstile' },
  ],
  ['hcaptcha', { script: 'https://hcaptcha.com/1/api.js?render=explicit', name: 'hcaptcha' }],
]);

export function Captcha(props: { provider: string; siteKey: string; onAnswer(answer: string): void }) {
  const { provider, siteKey, onAnswer } = props;
  const place = useRef<HTMLDivElement>(null);
  const answered = useRef(onAnswer);
  answered.current = onAnswer;
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    let isGone = false;
    loadWidget(provider).then(
      (widget) => {
        if (!isGone && place.current)
          widget.render(place.current, { sitekey: siteKey, callback: (answer) => answered.current(answer) });
      },
      () => setBlocked(true),
    );
    return () => {
      isGone = true;
    };
  }, [provider, siteKey]);
  return isBlocked ? <ErrorNote error={new Error(account.captchaBlocked)} /> : <div ref={place} />;
}

function loadWidget(provider: string): Promise<Widget> {
  const known = PROVIDERS.get(provider);
  return new Promise((resolve, reject) => {
    if (!known) return reject(new Error(`unknown captcha ${provider}`));
    const ready = () => (window as unknown as Record<string, Widget | undefined>)[known.name];
    const present = ready();
    if (present) return resolve(present);
    const script = document.createElement('script');
    script.src = known.script;
    script.onload = () => {
      const widget = ready();
      if (widget) resolve(widget);
      else reject(new Error('the captcha did not start'));
    };
    script.onerror = () => reject(new Error('the captcha was not loaded'));
    document.head.append(script);
  });
}
