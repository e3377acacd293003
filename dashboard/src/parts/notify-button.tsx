// Asks the browser, at a click, whether it may tell of jobs that end while nobody looks at the page.
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { shell } from '../strings.ts';
import { Button } from './button.tsx';
import { tell } from './toast.tsx';

export function NotifyButton() {
  const [permission, setPermission] = useState(notificationPermission);
  if (permission !== 'default') return null;
  const ask = async () => {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'granted') tell(shell.notices.allowed);
  };
  return (
    <Button size="small" look="quiet" className="w-fit" onClick={ask}>
      <Bell aria-hidden className="size-3.5" />
      {shell.notices.allow}
    </Button>
  );
}

/** Browsers have no notifications for pages of an unsafe address. */
export function notificationPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied';
}
