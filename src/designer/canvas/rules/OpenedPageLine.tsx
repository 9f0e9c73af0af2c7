import { Input } from 'antd';
import { ancestryOf, kindOf, pathOf, rowMap, titleOf } from '../../../domain/menu/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { ChoiceSelect, ControlLine, type Choice } from './controlLines.tsx';
import type { RuleNames } from './ruleNames.ts';

interface Props {
  value: unknown;
  names: RuleNames;
  ownFormKey: string;
  onChange(address: string | undefined): void;
}

const recordAddress = (formKey: string, id: string): string =>
  `/commonEntry/detail?formKey=${encodeURIComponent(formKey)}&id=\${${id}}`;

/**
 * Returns the pages that a button can open: the pages of the record and its related records, of the menu, and of new
 * records.
 */
function usePageChoices({ names, ownFormKey }: Props): Choice[] {
  const { menus } = useServices();
  const { load } = useLoad(() => menus.all(), [menus]);
  const rows = rowMap((load.value?.entries ?? []).filter(({ isRemoved }) => !isRemoved));
  return [
    { value: recordAddress(ownFormKey, 'id'), label: '本记录的页面' },
    // without relations of a sub-table row (`row.`) or a created record (`made.`), which only effects can read
    ...names.related
      .filter(({ path }) => !/^(row|made)\./.test(path))
      .map(({ path, label, form }) => ({
        value: recordAddress(form.definition.formKey, `${path}.id`),
        label: `“${label}”的页面`,
      })),
    ...[...rows.values()]
      .filter((row) => kindOf(row) === 'screen')
      .map((row) => ({
        value: pathOf(rows, row),
        label: `菜单：${ancestryOf(rows, row.id).toReversed().map(titleOf).join(' / ')}`,
      })),
    ...names.forms.map(({ key, name }) => ({
      value: `/commonEntry/detail?formKey=${encodeURIComponent(key)}&isEdit=1`,
      label: `新建：${name}`,
    })),
  ];
}

/** Edits the address that opens after a button has run: the user selects a page and may complete its address. */
export function OpenedPageLine(props: Props) {
  const { value, names, onChange } = props;
  const pages = usePageChoices(props);
  const address = typeof value === 'string' ? value : '';
  const isListed = pages.some((page) => page.value === address);
  return (
    <ControlLine label="完成后打开" help="执行成功后转到的页面；不选则留在原处">
      {(id) => (
        <div className="ds-stack">
          <ChoiceSelect
            id={id}
            label="完成后打开"
            allowClear
            placeholder="留在原处"
            value={address}
            choices={address === '' || isListed ? pages : [...pages, { value: address, label: '按下面的地址' }]}
            onChange={onChange}
          />
          {address === '' ? null : (
            <>
              <Input
                size="small"
                aria-label="页面地址"
                maxLength={300}
                value={address}
                onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
              />
              <ChoiceSelect
                label="在页面地址中插入字段"
                value=""
                allowClear
                placeholder="在地址后插入字段"
                choices={names.infos
                  .filter(({ columns }) => columns === null)
                  .map((info) => ({ value: info.key, label: info.label }))}
                onChange={(next) => {
                  if (next !== undefined) onChange(`${address}\${${next}}`);
                }}
              />
            </>
          )}
        </div>
      )}
    </ControlLine>
  );
}
