import { useState } from 'react';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { readFrameLink } from '../../runtime/host/frameLink.ts';
import { readMeta } from '../boot/meta.ts';
import { PageMessage } from './PageMessage.tsx';

/** Returns the origins that the `<meta>` element with this name lists, separated by blanks. */
const originsOf = (name: string): string[] => (readMeta(name) ?? '').split(' ').filter(Boolean);

/**
 * Shows an embedded page (SH-005, SH-006); the not-found page (ER-013) if there is no valid link; `RefusedFrame` if the
 * address may not be embedded.
 */
export function FramePage({ link, title }: { link: string | null; title: string }) {
  const [isLoaded, setLoaded] = useState(false);
  const frameLink = readFrameLink(link, window.location.href, [
    ...originsOf('frame-origins'),
    ...originsOf('message-origins'),
  ]);
  if (frameLink.kind === 'missing') return <Screen screenKey="platform/404" />;
  if (frameLink.kind === 'refused') return <RefusedFrame {...frameLink} title={title} />;
  return (
    <div className="sf-frame" aria-busy={!isLoaded}>
      <iframe src={frameLink.src} title={title} allow="fullscreen" onLoad={() => setLoaded(true)} />
      {!isLoaded && (
        <output className="sf-frame-wait" aria-label="正在加载页面">
          <span className="sf-boot-mark" aria-hidden="true" />
        </output>
      )}
    </div>
  );
}

/** Shown in place of a page that may not be embedded: a link that opens the page in a new window. */
function RefusedFrame({ href, origin, title }: { href: string; origin: string; title: string }) {
  const { user } = useSituation();
  return (
    <PageMessage symbol="!" title={`“${title}”不能在平台内打开`}>
      <p>
        {isAdministrator(user)
          ? `地址 ${origin} 不在允许嵌入的范围内。请在服务器设置 FRAME_ORIGINS 中加入它，重启后生效。`
          : '这个网站尚未获准嵌入平台，可以在新窗口打开。'}
      </p>
      <a className="sf-button" data-action="open-outside" href={href} target="_blank" rel="noopener noreferrer">
        在新窗口打开
      </a>
    </PageMessage>
  );
}
