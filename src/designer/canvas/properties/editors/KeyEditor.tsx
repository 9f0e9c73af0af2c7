import { Input } from 'antd';
import { useState } from 'react';
import { usedKeys } from '../../model/fieldKeys.ts';
import { renameKey } from '../../model/renameKey.ts';
import { findNode } from '../../model/edits.ts';
import { idOf } from '../../model/nodes.ts';
import { useDesignerContext } from '../../designerContext.ts';
import { usePanel } from '../panelContext.tsx';
import type { EditorProps } from './basicEditors.tsx';

/** Pattern of new keys, without “-”, which is the minus sign in formulas. Existing keys with “-” are allowed. */
const KEY_PATTERN = /^[A-Za-z_$一-龥][\w$一-龥]{0,63}$/;

/** Edits a field key, under which records store the value. A published key cannot be changed. */
export function KeyEditor({ value, id }: EditorProps) {
  const { design, isPublished } = useDesignerContext();
  const { node } = usePanel();
  const [typedKey, setTypedKey] = useState<string | null>(null);
  const key = typeof value === 'string' ? value : '';
  const isFixed = isPublished(key);
  const shownKey = typedKey ?? key;
  const findError = (): string | null => {
    if (shownKey === key) return null;
    if (!KEY_PATTERN.test(shownKey)) return '由字母或汉字开头，可含字母、数字、汉字、下划线';
    return usedKeys(design.doc()).has(shownKey) ? '此字段键已被使用' : null;
  };
  const errorText = findError();
  const applyKey = (): void => {
    setTypedKey(null);
    if (shownKey === key || errorText !== null || !node) return;
    design.edit((doc) => {
      const found = findNode(doc, idOf(node));
      return found ? { doc: renameKey(doc, found.path, shownKey), announcement: `字段键改为 ${shownKey}` } : null;
    });
  };
  return (
    <>
      <Input
        id={id}
        size="small"
        maxLength={64}
        value={shownKey}
        readOnly={isFixed}
        variant={isFixed ? 'filled' : 'outlined'}
        status={errorText === null ? '' : 'error'}
        onChange={(event) => setTypedKey(event.target.value)}
        onBlur={applyKey}
        onPressEnter={applyKey}
      />
      {isFixed ? <p className="ds-note">已发布过，记录以此键保存，不能再改</p> : null}
      {errorText === null ? null : (
        <p className="fd-fault" role="alert">
          {errorText}
        </p>
      )}
    </>
  );
}
