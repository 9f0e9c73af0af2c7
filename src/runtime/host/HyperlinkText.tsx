import type { MouseEvent, ReactNode } from 'react';
import { hyperlinkFromPage, openHyperlink } from './hyperlink.ts';

interface Props {
  url: string;
  values: Readonly<Record<string, unknown>>;
  className?: string;
  children: ReactNode;
}

/**
 * HL-001: a link that opens a new window; only the children if `hyperlinkFromPage` returns no address. It is an `<a>`
 * element, so that the address can be copied and the keyboard can focus the link.
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
