import { useEffect, useRef, useState } from 'react';
import { CheckOutlined } from '@ant-design/icons';
import { App, Button, Drawer, Segmented, Switch, type ButtonProps } from 'antd';
import { COLOURS, type LayoutSettings, type Size } from './settings.ts';
import { useSettings, useSettingsState } from './settingsContext.ts';
import './settings.css';

/** SD-010: time for which the buttons for saving and resetting show the loading state. */
const SPINNER_MS = 1000;

type Flag = 'topNav' | 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'dynamicTitle';
const FLAGS: readonly (readonly [Flag, string])[] = [
  ['topNav', '顶部显示模块'],
  ['tagsView', '显示页签栏'],
  ['fixedHeader', '固定头部'],
  ['sidebarLogo', '显示侧栏标识'],
  ['dynamicTitle', '动态网页标题'],
];
const MODES: { value: LayoutSettings['mode']; label: string }[] = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'auto', label: '跟随系统' },
];
const SIDE_THEMES: { value: LayoutSettings['sideTheme']; label: string }[] = [
  { value: 'dark', label: '深色' },
  { value: 'light', label: '浅色' },
];
const SIZES: { value: Size; label: string }[] = [
  { value: 'default', label: '默认' },
  { value: 'large', label: '较大' },
  { value: 'small', label: '较小' },
];

/** Drawer with the appearance of the layout (SD-001…010): changes apply at once; 保存配置 stores them. */
export function SettingsDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const settings = useSettings();
  const { layout, size } = useSettingsState();
  const { message } = App.useApp();
  const [busy, setBusy] = useState<'save' | 'reset' | null>(null);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const run = (command: 'save' | 'reset', doneText: string): void => {
    settings[command]();
    setBusy(command);
    timer.current = window.setTimeout(() => {
      setBusy(null);
      message.success(doneText);
    }, SPINNER_MS);
  };
  const actionAttribute = (name: string): ButtonProps => ({ 'data-action': name }) as ButtonProps;
  return (
    <Drawer
      title="布局设置"
      open={isOpen}
      onClose={onClose}
      width="min(300px, 100vw)"
      rootClassName="sf-settings"
      footer={
        <div className="sf-settings-foot">
          <Button
            type="primary"
            loading={busy === 'save'}
            disabled={busy === 'reset'}
            onClick={() => run('save', '布局设置已保存')}
            {...actionAttribute('save-settings')}
          >
            保存配置
          </Button>
          <Button
            loading={busy === 'reset'}
            disabled={busy === 'save'}
            onClick={() => run('reset', '已恢复默认设置')}
            {...actionAttribute('reset-settings')}
          >
            重置配置
          </Button>
        </div>
      }
    >
      <section>
        <h3>界面亮度</h3>
        <Segmented
          block
          aria-label="界面亮度"
          value={layout.mode}
          options={MODES}
          onChange={(mode) => settings.change({ mode })}
        />
      </section>
      <section>
        <h3>侧栏风格</h3>
        <Segmented
          block
          aria-label="侧栏风格"
          value={layout.sideTheme}
          options={SIDE_THEMES}
          onChange={(sideTheme) => settings.change({ sideTheme })}
        />
      </section>
      <section>
        <h3>主题颜色</h3>
        <div className="sf-colours" role="radiogroup" aria-label="主题颜色">
          {COLOURS.map(({ value, name }) => (
            <label key={value} title={name} style={{ background: value }}>
              <input
                type="radio"
                name="theme"
                value={value}
                checked={layout.theme === value}
                aria-label={name}
                onChange={() => settings.change({ theme: value })}
              />
              {layout.theme === value && <CheckOutlined />}
            </label>
          ))}
        </div>
      </section>
      <section>
        <h3>界面大小</h3>
        <Segmented
          block
          aria-label="界面大小"
          value={size}
          options={SIZES}
          onChange={(next) => settings.setSize(next)}
        />
      </section>
      <section>
        <h3>布局配置</h3>
        {FLAGS.map(([name, label]) => (
          <label key={name} className="sf-setting">
            <span>{label}</span>
            <Switch checked={layout[name]} data-setting={name} onChange={(isOn) => settings.change({ [name]: isOn })} />
          </label>
        ))}
      </section>
      <p className="sf-settings-note">修改立即生效；点“保存配置”后，下次打开仍有效。</p>
    </Drawer>
  );
}
