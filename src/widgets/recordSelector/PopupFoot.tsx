import { Button } from 'antd';
import { PlusOutlined, ScanOutlined } from '@ant-design/icons';

interface Props {
  /** Text of the button that opens the selection dialog. */
  pickText: string;
  /** Name of the form whose record the user can create; null: the button is not shown. */
  newFormName: string | null;
  onPick(): void;
  onCreate(): void;
  /** Absent without a camera, or if there is a scan button next to the field. */
  onScan?: (() => void) | undefined;
}

/** The buttons below the suggestions. Pressing a button keeps the focus in the search. */
export function PopupFoot({ pickText, newFormName, onPick, onCreate, onScan }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps the focus, has no function of its own
    <div className="sf-record-more" onMouseDown={(event) => event.preventDefault()}>
      <Button type="link" size="small" data-action="open-picker" onClick={onPick}>
        {pickText}
      </Button>
      {newFormName === null ? null : (
        <Button type="link" size="small" icon={<PlusOutlined />} data-action="create-record" onClick={onCreate}>
          新建{newFormName}
        </Button>
      )}
      {onScan ? (
        <Button type="link" size="small" icon={<ScanOutlined />} data-action="scan-record" onClick={onScan}>
          扫码
        </Button>
      ) : null}
    </div>
  );
}
