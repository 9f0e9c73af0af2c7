import { Segmented } from 'antd';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan, PreviewWidthContext } from '../../runtime/host/mediaQuery.ts';

export type Device = 'desktop' | 'phone';

/** Width of the previewed phone. `codegen/phoneCss.ts` generates its styles from the styles of narrow windows. */
const PREVIEW_PHONE_WIDTH_PX = 390;

/** Returns the selected device, initially the device of the administrator. */
export const useDevice = () => useState<Device>(useIsNarrowerThan(PHONE_WIDTH) ? 'phone' : 'desktop');

interface ChoiceProps {
  label: string;
  value: Device;
  onChange(device: Device): void;
}

/** Selects the device on which a document is shown. */
export const DeviceChoice = ({ label, value, onChange }: ChoiceProps) => (
  <Segmented<Device>
    aria-label={label}
    size="small"
    value={value}
    onChange={onChange}
    options={[
      { label: '电脑', value: 'desktop' },
      { label: '手机', value: 'phone' },
    ]}
  />
);

interface ScreenProps {
  device: Device;
  children: ReactNode;
  className?: string;
  style?: CSSProperties | undefined;
  inert?: boolean;
}

/** Renders its children as on the device; for a phone with the styles and layout of a narrow window. */
export const DeviceScreen = ({ device, children, className = '', ...divProps }: ScreenProps) => (
  <PreviewWidthContext value={device === 'phone' ? PREVIEW_PHONE_WIDTH_PX : null}>
    <div
      className={`ds-device ${className}`}
      data-device={device}
      data-as-phone={device === 'phone' ? '' : undefined}
      {...divProps}
    >
      {children}
    </div>
  </PreviewWidthContext>
);
