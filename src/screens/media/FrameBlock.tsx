import { Alert, Spin } from 'antd';
import { useState } from 'react';
import type { FrameNode } from '../../grammar/nodes.ts';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { allowedOrigins } from '../../runtime/host/allowedOrigins.ts';
import { readFrameLink } from '../../runtime/host/frameLink.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useFilledAddress } from './useFilledAddress.ts';
import '../screens.css';
import './media.css';

/** Default height, in pixels. */
const DEFAULT_HEIGHT = 480;

/** An embedded page of this site or of an allowed origin; for other origins, a message with the reason. */
export function FrameBlock({ node }: BlockProps<FrameNode>) {
  const { user } = useSituation();
  const [loadedSrc, setLoadedSrc] = useState('');
  const address = useFilledAddress(node.url);
  const link = readFrameLink(address, window.location.href, [
    ...allowedOrigins('frame-origins'),
    ...allowedOrigins('message-origins'),
  ]);
  const height = node.height ?? DEFAULT_HEIGHT;
  // renders nothing if the address comes from an empty field of the record
  if (address.trim() === '' && node.url.includes('${')) return null;
  const title = node.title ?? '嵌入页面';
  return (
    <section className="sc-panel" aria-label={title}>
      {node.title ? (
        <div className="sc-panel-head">
          <h3>{node.title}</h3>
        </div>
      ) : null}
      {link.kind === 'frame' ? (
        <div className="sc-frame" style={{ height }} aria-busy={loadedSrc !== link.src}>
          <iframe src={link.src} title={title} allow="fullscreen" onLoad={() => setLoadedSrc(link.src)} />
          {loadedSrc === link.src ? null : (
            <output className="sc-frame-wait" aria-label="正在加载页面">
              <Spin />
            </output>
          )}
        </div>
      ) : link.kind === 'missing' ? (
        <Alert type="warning" showIcon message="没有可打开的地址" description="页面地址为空，或不是网址。" />
      ) : (
        <Alert
          type="warning"
          showIcon
          message="这个网站不能在平台内打开"
          description={
            isAdministrator(user)
              ? `地址 ${link.origin} 不在允许嵌入的范围内。请在服务器设置 FRAME_ORIGINS 中加入它，重启后生效。`
              : '这个网站尚未获准嵌入平台，可以在新窗口打开。'
          }
          action={
            <a href={link.href} target="_blank" rel="noopener noreferrer" data-action="open-outside">
              在新窗口打开
            </a>
          }
        />
      )}
    </section>
  );
}
