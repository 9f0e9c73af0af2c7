import { useState } from 'react';
import { BgColorsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { SettingsDrawer } from './SettingsDrawer.tsx';

/** Button that opens the layout settings. */
export function LayoutSettingsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        data-action="layout-settings"
        aria-label="布局设置"
        title="布局设置"
        icon={<BgColorsOutlined />}
        onClick={() => setOpen(true)}
      />
      <SettingsDrawer isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
