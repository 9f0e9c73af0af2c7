import { QrcodeOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { QrCode } from '../../runtime/host/QrCode.tsx';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { codeAddress } from '../codes/codeAddress.ts';
import '../codes/codes.css';

interface Props {
  /** The form's page for phones, and the text of its button. */
  page: { path: string; label?: string };
  recordId: string;
  title: string;
}

/**
 * Button that opens a record's page for phones (`phonePage` of the form; FR-010, FR-016, FR-024…027): directly on a
 * phone, elsewhere by a QR code that a phone can scan. Renders nothing on that page itself.
 */
export function PhonePageButton({ page, recordId, title }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const label = page.label ?? '手机办理';
  const address = codeAddress(page.path, recordId);
  // no link from a page to itself
  if (useLocation().pathname === page.path.split('?')[0]) return null;
  if (isPhone)
    return (
      <Button href={address} icon={<QrcodeOutlined />} data-action="phone-page">
        {label}
      </Button>
    );
  return (
    <>
      <Button icon={<QrcodeOutlined />} onClick={() => setOpen(true)} data-action="phone-page">
        {label}
      </Button>
      <Modal title={label} open={isOpen} onCancel={() => setOpen(false)} footer={null} width={360} destroyOnHidden>
        <figure className="cc-phone">
          <QrCode text={address} label={`${title}的二维码`} size={220} />
          <figcaption>
            <p>用手机扫码打开，登录后办理</p>
            <a href={address} target="_blank" rel="noopener">
              在本机打开
            </a>
          </figcaption>
        </figure>
      </Modal>
    </>
  );
}
