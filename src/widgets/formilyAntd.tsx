/**
 * The fields of @formily/antd-v5 as widgets: an optional plugin, one line in src/app/plugins.ts. The library is downloaded
 * with the first form that shows one of them; where a record is read it is not downloaded at all.
 *
 * Tried on React 19 with antd 5.29 and not offered:
 * - Password: it works, but a record would hold a password as plain text.
 * - Upload: it works, but sends files past the product's own rights and limits; `el-upload` is the tag for files.
 * - SelectTable: its columns are a schema of their own inside the field, which no document can say.
 * - Checkbox and Radio alone: one box without options; `formilySwitch` stores the same value.
 * - DatePicker by week and quarter: it writes a format (`gggg-wo`, `YYYY-\QQ`) that it does not read again.
 * - Editable: the popup opens without focus; FormDialog, FormDrawer: throw or show nothing (they render by `ReactDOM.render`).
 * - ArrayBase, ArrayCards, ArrayCollapse, ArrayItems, ArrayTable, ArrayTabs: a Formily field for every cell (200 x 10 rows
 *   take 5.7 s, inserting overflows the stack near 1,600 fields), and ArrayTable writes its index into the rows; `subTable`.
 * - FormTab: panes that were never opened are not validated; Form, FormCollapse, FormStep, FormGrid, FormLayout, FormItem,
 *   Space, FormButtonGroup, Submit, Reset, PreviewText: frames and layout, which the runtime and the container tags do.
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

interface Entry {
  definition: WidgetDefinition<object>;
  component(library: Library): unknown;
  propsOf?(node: never): object;
  isGroup?: boolean;
  rows?: number;
}

/** Keys of the node that are props of the component under the same name. */
const pick =
  (...names: string[]) =>
  (node: Props): object =>
    Object.fromEntries(names.flatMap((name) => (node[name] === undefined ? [] : [[name, node[name]]])));

const clearable = (node: Props): object => ({
  allowClear: true,
  ...pick('placeholder', 'allowClear')(node),
  ...(node.multiple === true ? { mode: 'multiple', multiple: true } : {}),
  style: { width: '100%' },
});

const dated = (node: Props): object => ({
  ...pick('placeholder', 'picker', 'showTime')(node),
  format: dateFormatOf(node),
  style: { width: '100%' },
});

const ENTRIES: readonly Entry[] = [
  {
    definition: input,
    component: ({ Input }: Library) => Input,
    propsOf: pick('placeholder', 'maxlength', 'allowClear'),
  },
  {
    definition: textArea,
    component: ({ Input }: Library) => Input.TextArea,
    propsOf: (node: Props) => ({ rows: 3, ...pick('placeholder', 'rows')(node) }),
    rows: 3,
  },
  {
    definition: numberPicker,
    component: ({ NumberPicker }: Library) => NumberPicker,
    propsOf: (node: Props) => ({ ...pick('placeholder', 'step', 'precision')(node), style: { width: '100%' } }),
  },
  { definition: select, component: ({ Select }: Library) => Select, propsOf: clearable },
  { definition: treeSelect, component: ({ TreeSelect }: Library) => TreeSelect, propsOf: clearable },
  { definition: cascader, component: ({ Cascader }: Library) => Cascader, propsOf: clearable },
  {
    definition: radioGroup,
    component: ({ Radio }: Library) => Radio.Group,
    propsOf: pick('optionType'),
    isGroup: true,
  },
  { definition: checkboxGroup, component: ({ Checkbox }: Library) => Checkbox.Group, isGroup: true },
  { definition: switchDefinition, component: ({ Switch }: Library) => Switch },
  { definition: datePicker, component: ({ DatePicker }: Library) => DatePicker, propsOf: dated },
  {
    definition: dateRangePicker,
    component: ({ DateRangePicker }: Library) => DateRangePicker,
    propsOf: dated,
  },
  { definition: timePicker, component: ({ TimePicker }: Library) => TimePicker, propsOf: pick('placeholder') },
  { definition: timeRangePicker, component: ({ TimeRangePicker }: Library) => TimeRangePicker },
  { definition: transfer, component: ({ Transfer }: Library) => Transfer, isGroup: true, rows: 9 },
] as unknown as readonly Entry[];

const LINE = 22;

export const formilyAntd: Plugin<Faces> = {
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
          ...(rows === undefined ? {} : { reserve: () => rows * LINE + 10 }),
        },
      );
  },
};
