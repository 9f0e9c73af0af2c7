import type { MouseEvent, ReactNode } from 'react';
import { hyperlinkFromPage, openHyperlink } from './hyperlink.ts';

interface Props {
  url: string;
  values: Readonly<Record<string, unknown>>;
  className?: string;
  children: ReactNode;
}

/**
 * HL-001: a link that opens a new window. An `<a>` element, so that its address can be read and copied and it is
 * reachable by keyboard.
 */
export function HyperlinkText({ url, values, className = 'sf-link', children }: Props) {
  const target = hyperlinkFromPage(url, values);
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
