import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';

interface SeparatorProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Change of the value that a key makes. */
  readonly step: number;
  /** True for one that is moved up and down. */
  readonly isHorizontal?: boolean;
  /** The change of the value for each pixel to the right or down. */
  readonly perPixel: (element: HTMLElement) => number;
  readonly onChange: (value: number) => void;
}

/** A border that is moved by pointer or by arrow keys, as the ARIA practices describe a window splitter. */
export function Separator(props: SeparatorProps) {
  const { label, value, min, max, step, isHorizontal = false, perPixel, onChange } = props;
  const start = useRef({ at: 0, value: 0, perPixel: 0 });
  const change = (to: number): void => onChange(Math.round(Math.max(min, Math.min(max, to))));
  const place = (event: PointerEvent): number => (isHorizontal ? event.clientY : event.clientX);
  const onPointerDown = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: place(event), value, perPixel: perPixel(event.currentTarget) };
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const from = start.current;
    change(from.value + (place(event) - from.at) * from.perPixel);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const [less, more] = isHorizontal ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const sign = event.key === less ? -1 : event.key === more ? 1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    change(value + sign * step * Math.sign(perPixel(event.currentTarget)));
  };
  return (
    <div
      class={`separator${isHorizontal ? ' horizontal' : ''}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isHorizontal ? 'horizontal' : 'vertical'}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      {...{ onPointerDown, onPointerMove, onKeyDown }}
    />
  );
}
