// Asks, on a click, for permission to notify the user when jobs end in the background.
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

/** Browsers offer no notifications to pages with an insecure origin. */
export function notificationPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied';
}
