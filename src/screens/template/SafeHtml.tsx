import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../shared/messages.ts';
import '../../widgets/templatePreview/template.css';

/** Sanitised HTML of another system in a shadow root, without scripts, frames, forms and external addresses. */
export function SafeHtml({ html, label }: { html: string; label: string }) {
  const host = useRef<HTMLElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    import('dompurify')
      .then(({ default: purify }) => {
        // in an unsupported browser DOMPurify returns the input unchanged, so nothing is rendered
        if (!isCurrent || !host.current || !purify.isSupported) return;
        const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
        const safeContent = purify.sanitize(html, {
          RETURN_DOM_FRAGMENT: true,
          FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe', 'object', 'embed', 'link', 'meta', 'base'],
          ALLOWED_URI_REGEXP: /^data:image\/(?:png|jpe?g|gif|webp);|^#/i,
        });
        root.replaceChildren(safeContent);
      })
      .catch((error: unknown) => {
        if (isCurrent) setFailure(messageOf(error));
      });
    return () => {
      isCurrent = false;
    };
  }, [html, attempt]);
  const retry = (): void => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  if (failure !== null)
    return (
      <p role="alert">
        {failure}
        <button type="button" className="sf-link" onClick={retry}>
          重试
        </button>
      </p>
    );
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the content scrollable by keyboard
  return <section ref={host} className="tp-html" aria-label={label} tabIndex={0} />;
}
