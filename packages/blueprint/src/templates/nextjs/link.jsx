'use client';
// A link to another page of the app.
import NextLink from 'next/link';

export function Link({ to, className, children }) {
  return (
    <NextLink href={to} className={className}>
      {children}
    </NextLink>
  );
}
