import type { Plugin } from 'vite';

/** A piece of a library, and what stands in its place. */
type Change = readonly [from: string, to: string];

const DECORATION = `...(restProps["aria-label"] ? { role: "img" } : { "aria-hidden": true })`;

/**
 * What the component library says to screen readers in English whatever the language of the page, and what it does not
 * say at all. Icons are decoration: read aloud they are “plus 新增”, “close 关闭”. Messages are told as they appear.
 */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  '@ant-design/icons/es/components/AntdIcon.js': [['role: "img",\n    "aria-label": icon.name', DECORATION]],
  'antd/es/message/PurePanel.js': [
    [
      'className: classNames(`${prefixCls}-custom-content`',
      'role: "alert", className: classNames(`${prefixCls}-custom-content`',
    ],
  ],
  'antd/es/table/hooks/useSelection.js': [["customizeSelections ? 'Custom selection' : 'Select all'", "'全选本页'"]],
  'antd/es/date-picker/generatePicker/generateRangePicker.js': [
    ['"aria-label": "to"', '"aria-label": "至", role: "img"'],
  ],
  'antd/es/alert/Alert.js': [
    [
      'className: `${prefixCls}-close-icon`,\n    tabIndex: 0',
      '"aria-label": "关闭", className: `${prefixCls}-close-icon`, tabIndex: 0',
    ],
  ],
  'antd/es/input/Search.js': [
    ['React.createElement(SearchOutlined, null)', 'React.createElement(SearchOutlined, { "aria-label": "查找" })'],
  ],
  'antd/es/drawer/DrawerPanel.js': [
    [
      'onClick: onClose,\n    className: classNames(`${prefixCls}-close`',
      '"aria-label": "关闭", onClick: onClose, className: classNames(`${prefixCls}-close`',
    ],
  ],
  'rc-picker/es/PickerInput/Selector/Icon.js': [
    ['type: "clear",\n    role: "button"', 'type: "clear", "aria-label": "清除", role: "button"'],
  ],
  'rc-rate/es/Star.js': [['role: "radio"', '"aria-label": "".concat(index + 1, " 星"), role: "radio"']],
  'rc-input/es/BaseInput.js': [
    ['type: "button",\n        tabIndex: -1', 'type: "button", "aria-label": "清除", tabIndex: -1'],
  ],
  'rc-tabs/es/TabNavList/OperationNode.js': [
    ['"aria-haspopup": "listbox"', '"aria-label": "更多", "aria-haspopup": "listbox"'],
    ["'expanded dropdown'", "'更多'"],
    ["'remove'", "'关闭'"],
  ],
  'rc-tabs/es/TabNavList/TabNode.js': [
    ["'remove'", "'关闭'"],
    [
      '"Tab ".concat(currentPosition, " of ").concat(tabCount)',
      '"第 ".concat(currentPosition, " 个，共 ").concat(tabCount, " 个")',
    ],
  ],
  'rc-dialog/es/Dialog/Content/Panel.js': [['"aria-label": "Close"', '"aria-label": "关闭"']],
  'rc-notification/es/Notice.js': [['"aria-label": "Close"', '"aria-label": "关闭"']],
  'rc-input-number/es/StepHandler.js': [
    ['"aria-label": "Increase Value"', '"aria-label": "增加"'],
    ['"aria-label": "Decrease Value"', '"aria-label": "减少"'],
  ],
};

/** Puts the Chinese words into the library while it is bundled. Fails when a new version of it has another text there. */
export function spokenNames(): Plugin {
  return {
    name: 'spoken-names',
    apply: 'build',
    transform(code, id) {
      const path = id.split('?')[0]?.split('/node_modules/').at(-1) ?? '';
      const changes = CHANGES[path];
      if (!changes) return null;
      let changed = code;
      for (const [from, to] of changes) {
        if (!changed.includes(from)) this.error(`${path} no longer says ${from}`);
        changed = changed.replace(from, to);
      }
      return { code: changed, map: null };
    },
  };
}
