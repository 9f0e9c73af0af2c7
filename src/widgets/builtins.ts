import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { widget as componySelector } from './componySelector/index.ts';
import { widget as deptSelector } from './deptSelector/index.ts';
import { widget as elCard } from './el-card/index.ts';
import { widget as elCascader } from './el-cascader/index.ts';
import { widget as elCheckboxGroup } from './el-checkbox-group/index.ts';
import { widget as elCollapse } from './el-collapse/index.ts';
import { widget as elColorPicker } from './el-color-picker/index.ts';
import { widget as elDatePicker } from './el-date-picker/index.ts';
import { widget as elInputNumber } from './el-input-number/index.ts';
import { widget as elInput } from './el-input/index.ts';
import { widget as elRadioGroup } from './el-radio-group/index.ts';
import { widget as elRate } from './el-rate/index.ts';
import { widget as elSelect } from './el-select/index.ts';
import { widget as elSlider } from './el-slider/index.ts';
import { widget as elSteps } from './el-steps/index.ts';
import { widget as elSwitch } from './el-switch/index.ts';
import { widget as elTabs } from './el-tabs/index.ts';
import { widget as elTimePicker } from './el-time-picker/index.ts';
import { widget as elTreeSelect } from './el-tree-select/index.ts';
import { widget as elUpload } from './el-upload/index.ts';
import { widget as page } from './page/index.ts';
import { widget as placeholder } from './placeholder/index.ts';
import { widget as recordSelector } from './recordSelector/index.ts';
import { widget as result } from './result/index.ts';
import { widget as row } from './row/index.ts';
import { widget as sTitle } from './sTitle/index.ts';
import { widget as tableLayout } from './tableLayout/index.ts';
import { widget as tabs } from './tabs/index.ts';
import { widget as templatePreview } from './templatePreview/index.ts';
import { widget as text } from './text/index.ts';
import { widget as userSelector } from './userSelector/index.ts';

/** Field widgets of forms (FT-001…014). The sub-table is a separate plugin. */
const fields = [
  elInput,
  elInputNumber,
  elSelect,
  elCascader,
  elRadioGroup,
  elCheckboxGroup,
  elSwitch,
  elDatePicker,
  elTimePicker,
  elUpload,
  elTreeSelect,
  elSlider,
  elRate,
  elColorPicker,
  userSelector,
  deptSelector,
  componySelector,
  recordSelector,
];
/** Layout and display blocks of forms and screens. */
const blocks = [
  row,
  elCard,
  elTabs,
  elCollapse,
  elSteps,
  tableLayout,
  sTitle,
  placeholder,
  page,
  tabs,
  text,
  result,
  templatePreview,
];

/** The plugin with the built-in widgets. The code of an edit face is loaded when a form first shows the face. */
export const builtinsPlugin: Plugin<Faces> = {
  name: 'builtins',
  install({ registerWidget }) {
    for (const widget of [...fields, ...blocks]) registerWidget(widget);
  },
};
