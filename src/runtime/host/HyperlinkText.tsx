import type { MouseEvent, ReactNode } from 'react';
import { hyperlinkHere, openHyperlink } from './hyperlink.ts';

interface Props {
  url: string;
  values: Readonly<Record<string, unknown>>;
  className?: string;
  children: ReactNode;
}

/** HL-001: opens a new window. A real link, so that its address can be read, copied and reached with the keyboard. */
export function HyperlinkText({ url, values, className = 'sf-link', children }: Props) {
  const target = hyperlinkHere(url, values);
  if (target === null) return children;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    openHyperlink(url, values);
  };
  return (
    <a className={className} href={target} target="_blank" rel="noopener noreferrer" onClick={open}>
      {children}
    </a>
  );
}
