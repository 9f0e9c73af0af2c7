import { Alert } from 'antd';

/** A record or task for which a batch action failed. */
export interface BatchFailure {
  id: string;
  title: string;
  reason: string;
}

interface Props {
  failures: readonly BatchFailure[];
  /** Maximum number of listed failures; the others are only counted. */
  limit?: number;
  /** Text that says what was done with the other records or tasks. */
  doneText?: string;
  /** Measure word for the failures. */
  unit?: string;
  /** Opens the record or task; absent: only its title is shown. */
  onOpen?(id: string): void;
  onClose(): void;
}

/**
 * The failures of a batch action with their reasons, shown until they are closed, even if the rows have left the page.
 */
export function BatchFailures({ failures, limit = 5, doneText = '', unit = '条', onOpen, onClose }: Props) {
  if (failures.length === 0) return null;
  return (
    <Alert
      className="sc-selection-failed"
      type="error"
      showIcon
      closable
      onClose={onClose}
      message={`${doneText === '' ? '' : `${doneText}，`}${failures.length} ${unit}未能办理`}
      description={
        <ul>
          {failures.slice(0, limit).map(({ id, title, reason }) => (
            <li key={id}>
              {onOpen ? (
                <button type="button" className="sf-link" data-action="open-failed" onClick={() => onOpen(id)}>
                  {title}
                </button>
              ) : (
                `“${title}”`
              )}
              {`：${reason}`}
            </li>
          ))}
          {failures.length > limit ? <li>{`另有 ${failures.length - limit} ${unit}`}</li> : null}
        </ul>
      }
    />
  );
}
