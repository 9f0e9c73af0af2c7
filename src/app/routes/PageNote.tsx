import type { ReactNode } from 'react';
import '../../widgets/shared/blocks.css';

interface Props {
  sign: string;
  title: string;
  children: ReactNode;
}

/** A page that contains only a message, e.g. why there is no content. */
export function PageNote({ sign, title, children }: Props) {
  return (
    <div className="sf-result" data-status="warning" role="alert" data-page-note>
      <div className="sf-result-sign" aria-hidden="true">
        {sign}
      </div>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
