import { Suspense, useState } from 'react';
import { QrcodeOutlined } from '@ant-design/icons';
import { Button, Dropdown, Skeleton, Tabs, type ButtonProps } from 'antd';
import type { MobileCodesNode } from '../../grammar/nodes.ts';
import { Dialog } from '../../runtime/host/Dialog.tsx';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';

type CodeDialog = MobileCodesNode['dialogs'][number];

const LazyQrCode = lazyFace(async () => (await import('../../runtime/host/QrCode.tsx')).QrCode);

/**
 * Returns the absolute URL of a QR code (TB-011, TB-012, DU-005). An address that begins with # is a page of this
 * product.
 */
const fullAddress = (url: string): string =>
  url.startsWith('#') ? `${window.location.origin}${window.location.pathname}${url}` : url;

function CodePane({ url, note, title }: CodeDialog['codes'][number]) {
  if (url === '') return <p className="sf-code-none">尚未配置下载地址，请联系管理员。</p>;
  const address = fullAddress(url);
  return (
    <figure className="sf-code">
      <NodeBoundary tag="qrCode" path={[]}>
        <Suspense fallback={<Skeleton.Node active style={{ width: 220, height: 220 }} />}>
          <LazyQrCode size={220} text={address} label={`${title}二维码`} />
        </Suspense>
      </NodeBoundary>
      <figcaption>
        {note ? <p>{note}</p> : null}
        <a href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </a>
      </figcaption>
    </figure>
  );
}

/** Button with a menu of dialogs; each dialog shows QR codes, for example for downloads on a phone. */
export function MobileCodes({ node }: BlockProps<MobileCodesNode>) {
  const [openDialog, setOpenDialog] = useState<CodeDialog | null>(null);
  const items = node.dialogs.map((dialog, index) => ({
    key: String(index),
    label: <span data-code={dialog.title}>{dialog.title}</span>,
    onClick: () => setOpenDialog(dialog),
  }));
  const attributes = { 'data-action': 'mobile-codes' } as ButtonProps;
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button
          type="text"
          className="sf-wide-only"
          aria-label="移动端"
          title="移动端"
          icon={<QrcodeOutlined />}
          {...attributes}
        />
      </Dropdown>
      {openDialog ? (
        <Dialog title={openDialog.title} isOpen onClose={() => setOpenDialog(null)} width={360}>
          {openDialog.codes.length === 1 && openDialog.codes[0] ? (
            <CodePane {...openDialog.codes[0]} />
          ) : (
            <Tabs
              centered
              items={openDialog.codes.map((code) => ({
                key: code.title,
                label: code.title,
                children: <CodePane {...code} />,
              }))}
            />
          )}
        </Dialog>
      ) : null}
    </>
  );
}
