import { Alert } from 'antd';

/** A record or task on which an action on several failed. */
export interface BatchFailure {
  id: string;
  title: string;
  reason: string;
}

interface Props {
  failures: readonly BatchFailure[];
  /** Number of failures that are listed; further failures are only counted. */
  limit?: number;
  /** What was done with the others, if anything. */
  doneText?: string;
  /** The word that counts what failed. */
  unit?: string;
  /** Opens what failed; absent: only its title is shown. */
  onOpen?(id: string): void;
  onClose(): void;
}

/** The reasons why an action on several failed on some, until they are closed; also when these have left the page. */
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
