import { useState, type FunctionComponent } from 'react';
import { Input } from 'antd';
import { ApartmentOutlined, CloseCircleFilled, UserOutlined } from '@ant-design/icons';
import type { EditProps } from '../../../runtime/node/faces.ts';
import { LazyDialog } from '../../../runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../../runtime/node/LazyFace.tsx';
import { ariaOf } from '../aria.ts';
import { cellProps } from '../cell.ts';
import type { SelectorNode } from './selector.ts';
import { chosenText, hasName, useChosenItems, type ChosenItem, type SelectorKind } from './selectorData.ts';
import '../widgets.css';

const SelectorDialog = lazyFace(async () => (await import('./SelectorDialog.tsx')).SelectorDialog);

/** Creates the edit face of a selector: an input with the names, and a dialog to choose. */
export function selectorEdit(kind: SelectorKind): FunctionComponent<EditProps<SelectorNode>> {
  return function SelectorEdit({
    id,
    node,
    value,
    label,
    onChange,
    onBlur,
    disabled,
    invalid,
    isRequired,
    describedBy,
    isCell,
    typed = '',
  }: EditProps<SelectorNode>) {
    const [isOpen, setOpen] = useState(isCell === true);
    // what was typed over the cell is searched in the dialog that it opens, not when the dialog is opened again
    const [searchText, setSearchText] = useState(typed);
    const closeDialog = (): void => {
      setOpen(false);
      setSearchText('');
    };
    const { chosen, failure } = useChosenItems(kind, value, label);
    // no label is stored if a name is missing: an id in its place would be taken for a name
    const changeChosen = (next: readonly ChosenItem[]): void =>
      onChange(next.map((item) => item.id).join(','), next.every(hasName) ? chosenText(next) : '');
    const openDialog = (): void => {
      if (!disabled) setOpen(true);
    };
    const Icon = kind === 'user' ? UserOutlined : ApartmentOutlined;
    return (
      <>
        <Input
          id={id}
          className="sf-selector-input"
          readOnly
          value={chosenText(chosen)}
          title={failure === null ? chosenText(chosen) : `名称加载失败：${failure}`}
          placeholder={isCell ? undefined : (node.placeholder ?? '请选择')}
          status={invalid ? 'error' : undefined}
          {...cellProps(isCell)}
          disabled={disabled}
          aria-haspopup="dialog"
          onClick={openDialog}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') {
              event.preventDefault();
              openDialog();
            }
          }}
          onBlur={() => {
            if (!isOpen) onBlur?.();
          }}
          suffix={
            chosen.length > 0 && !disabled && !isRequired && node.clearable !== false && !isCell ? (
              <button
                type="button"
                className="sf-clear"
                aria-label="清空"
                onClick={(event) => {
                  event.stopPropagation();
                  changeChosen([]);
                }}
              >
                <CloseCircleFilled />
              </button>
            ) : (
              <Icon />
            )
          }
          {...ariaOf({ node, invalid, isRequired, describedBy, isCell })}
        />
        {isOpen && (
          <LazyDialog onClose={closeDialog}>
            <SelectorDialog
              kind={kind}
              isMultiple={node.multiple === true}
              chosen={chosen}
              searchText={searchText}
              onClose={closeDialog}
              onConfirm={(next) => {
                closeDialog();
                changeChosen(next);
              }}
            />
          </LazyDialog>
        )}
      </>
    );
  };
}
