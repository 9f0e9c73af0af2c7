/**
 * The fields of @formily/antd-v5 as widgets: an optional plugin, installed by one line in src/app/plugins.ts. The
 * library is loaded with the first form that shows one of its fields for editing; view mode does not need it.
 *
 * Components that were tested with React 19 and antd 5.29 and are not offered:
 * - Password: it works, but a record would hold a password as plain text.
 * - Upload: it works, but uploads bypass the product's permissions and limits; use the tag `el-upload`.
 * - SelectTable: its columns are a nested schema inside the field, which documents do not support.
 * - single Checkbox and Radio: one box without options; `formilySwitch` stores the same value.
 * - DatePicker by week and quarter: it writes a format (`gggg-wo`, `YYYY-\QQ`) that it cannot parse.
 * - Editable: the popup opens without focus.
 * - FormDialog, FormDrawer: throw or show nothing (they use `ReactDOM.render`).
 * - ArrayBase, ArrayCards, ArrayCollapse, ArrayItems, ArrayTable, ArrayTabs: a Formily field for every cell (200 x 10
 * rows take 5.7 s, inserting overflows the stack near 1,600 fields), and ArrayTable writes its index into the rows; use
 * the tag `subTable`.
 * - FormTab: panes that were never opened are not validated.
 * - Form, FormCollapse, FormStep, FormGrid, FormLayout, FormItem, Space, FormButtonGroup, Submit, Reset, PreviewText:
 * layout, which the runtime and the container tags provide.
 */
import type { ComponentType } from 'react';
import type { Plugin, WidgetDefinition } from '../kernel/index.ts';
import { registerFormilyComponent } from '../runtime/formily/registerFormilyComponent.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { definition as cascader } from './formilyCascader/definition.ts';
import { definition as checkboxGroup } from './formilyCheckboxGroup/definition.ts';
import { definition as datePicker } from './formilyDatePicker/definition.ts';
import { definition as dateRangePicker } from './formilyDateRangePicker/definition.ts';
import { definition as input } from './formilyInput/definition.ts';
import { definition as numberPicker } from './formilyNumberPicker/definition.ts';
import { definition as radioGroup } from './formilyRadioGroup/definition.ts';
import { definition as select } from './formilySelect/definition.ts';
import { definition as switchDefinition } from './formilySwitch/definition.ts';
import { definition as textArea } from './formilyTextArea/definition.ts';
import { definition as timePicker } from './formilyTimePicker/definition.ts';
import { definition as timeRangePicker } from './formilyTimeRangePicker/definition.ts';
import { definition as transfer } from './formilyTransfer/definition.ts';
import { definition as treeSelect } from './formilyTreeSelect/definition.ts';
import { dateFormatOf } from './shared/formilyFields.ts';
import { optionTextView, textView } from './shared/text/TextView.tsx';

type Library = typeof import('./formilyAntdComponents.tsx');
type Props = Record<string, unknown>;

/** A component of the library as a widget. */
interface Entry {
  definition: WidgetDefinition<object>;
  component(library: Library): unknown;
  /** Returns the component's props from the node. */
  propsOf?(node: never): object;
  isGroup?: boolean;
  /** Height of the control in text lines; default: one line. */
  rows?: number;
}

/** Returns a function that copies these keys of a node to props of the same name. */
const pickProps =
  (...names: string[]) =>
  (node: Props): object =>
    Object.fromEntries(names.flatMap((name) => (node[name] === undefined ? [] : [[name, node[name]]])));

const choiceProps = (node: Props): object => ({
  allowClear: true,
  ...pickProps('placeholder', 'allowClear')(node),
  ...(node.multiple === true ? { mode: 'multiple', multiple: true } : {}),
  style: { width: '100%' },
});

const dateProps = (node: Props): object => ({
  ...pickProps('placeholder', 'picker', 'showTime')(node),
  format: dateFormatOf(node),
  style: { width: '100%' },
});

const ENTRIES: readonly Entry[] = [
  {
    definition: input,
    component: ({ Input }: Library) => Input,
    propsOf: pickProps('placeholder', 'maxlength', 'allowClear'),
  },
  {
    definition: textArea,
    component: ({ Input }: Library) => Input.TextArea,
    propsOf: (node: Props) => ({ rows: 3, ...pickProps('placeholder', 'rows')(node) }),
    rows: 3,
  },
  {
    definition: numberPicker,
    component: ({ NumberPicker }: Library) => NumberPicker,
    propsOf: (node: Props) => ({ ...pickProps('placeholder', 'step', 'precision')(node), style: { width: '100%' } }),
  },
  { definition: select, component: ({ Select }: Library) => Select, propsOf: choiceProps },
  { definition: treeSelect, component: ({ TreeSelect }: Library) => TreeSelect, propsOf: choiceProps },
  { definition: cascader, component: ({ Cascader }: Library) => Cascader, propsOf: choiceProps },
  {
    definition: radioGroup,
    component: ({ Radio }: Library) => Radio.Group,
    propsOf: pickProps('optionType'),
    isGroup: true,
  },
  { definition: checkboxGroup, component: ({ Checkbox }: Library) => Checkbox.Group, isGroup: true },
  { definition: switchDefinition, component: ({ Switch }: Library) => Switch },
  { definition: datePicker, component: ({ DatePicker }: Library) => DatePicker, propsOf: dateProps },
  {
    definition: dateRangePicker,
    component: ({ DateRangePicker }: Library) => DateRangePicker,
    propsOf: dateProps,
  },
  { definition: timePicker, component: ({ TimePicker }: Library) => TimePicker, propsOf: pickProps('placeholder') },
  { definition: timeRangePicker, component: ({ TimeRangePicker }: Library) => TimeRangePicker },
  { definition: transfer, component: ({ Transfer }: Library) => Transfer, isGroup: true, rows: 9 },
] as unknown as readonly Entry[];

// sizes in pixels
const LINE_HEIGHT = 22;
const FIELD_PADDING = 10;

export const formilyAntdPlugin: Plugin<Faces> = {
  name: 'formilyAntd',
  install(registrar) {
    for (const { definition, component, propsOf, isGroup, rows } of ENTRIES)
      registerFormilyComponent(
        registrar,
        definition.tag,
        async () => component(await import('./formilyAntdComponents.tsx')) as ComponentType<never>,
        {
          definition: definition as WidgetDefinition<never>,
          view: (definition.hasCompanion ? optionTextView : textView)(
            definition as WidgetDefinition<object>,
          ) as Faces['view'],
          ...(propsOf ? { propsOf } : {}),
          ...(isGroup ? { isGroup } : {}),
          ...(rows === undefined ? {} : { reserve: () => rows * LINE_HEIGHT + FIELD_PADDING }),
        },
      );
  },
};
