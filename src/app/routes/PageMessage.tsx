import type { ReactNode } from 'react';
import '../../widgets/shared/blocks.css';

interface Props {
  /** The character shown large above the title. */
  symbol: string;
  title: string;
  children: ReactNode;
}

/** A page that contains only a message, e.g. the reason for missing content. */
export function PageMessage({ symbol, title, children }: Props) {
  return (
    <div className="sf-result" data-status="warning" role="alert" data-page-note>
      <div className="sf-result-sign" aria-hidden="true">
        {symbol}
      </div>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
