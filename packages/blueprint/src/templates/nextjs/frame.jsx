'use client';
// The frame around every page; hands Next's router to the plain code behind the pages.
import { usePathname, useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { setNavigator } from '../lib/navigate.js';
import { Shell } from './shell.jsx';

export function Frame({ children }) {
  const path = usePathname();
  const router = useRouter();
  useEffect(() => setNavigator((to) => router.push(to)), [router]);
  return <Shell path={path}>{children}</Shell>;
}
