import { DeleteOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';

interface Props {
  name: string;
  isActive: boolean;
  isShared?: boolean;
  /** True if the list opens with this view for the user. */
  isOwnDefault: boolean;
  /** True if the list opens with this view for everybody who has not chosen another default. */
  isCommonDefault: boolean;
  maySetOwn: boolean;
  maySetCommon: boolean;
  onUse(): void;
  /** Makes the view the default, or with `isSet` false no longer the default: for everybody, or only for the user. */
  setDefault(isForEveryone: boolean, isSet: boolean): void;
  onRemove?(): void;
}

/** A view in the menu of views: selects it, makes it the default, deletes it. */
export function ViewRow(props: Props) {
  const { name, isActive, isShared, isOwnDefault, isCommonDefault, maySetOwn, maySetCommon, onUse, onRemove } = props;
  const marks = [
    ...(isShared ? ['共享'] : []),
    ...(isOwnDefault ? ['我的默认'] : []),
    ...(isCommonDefault ? ['所有人的默认'] : []),
  ];
  const items = [
    ...(maySetOwn || isOwnDefault ? [{ key: 'own', label: isOwnDefault ? '取消我的默认' : '设为我的默认' }] : []),
    ...(maySetCommon ? [{ key: 'common', label: isCommonDefault ? '取消所有人的默认' : '设为所有人的默认' }] : []),
  ];
  return (
    <div className="sc-view-row">
      <button type="button" className="sc-view" aria-pressed={isActive} onClick={onUse}>
        {name}
        {marks.length > 0 ? <small>{marks.join(' · ')}</small> : null}
      </button>
      {items.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items,
            onClick: ({ key }) =>
              props.setDefault(key === 'common', !(key === 'common' ? isCommonDefault : isOwnDefault)),
          }}
        >
          <Button
            type="text"
            size="small"
            icon={isOwnDefault || isCommonDefault ? <StarFilled /> : <StarOutlined />}
            aria-label={`“${name}”的默认设置`}
          />
        </Dropdown>
      ) : null}
      {onRemove ? (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={`删除视图“${name}”`}
          onClick={onRemove}
        />
      ) : null}
    </div>
  );
}
