import type { JSX } from 'preact';

/** Line icons on a grid of 20, in the colour of the text around them; each has a label beside it. */
function icon(lines: string): () => JSX.Element {
  return function Icon() {
    return (
      <svg
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d={lines} />
      </svg>
    );
  };
}

export const StartIcon = icon('M4 4.5h12v11H4zM7 8.5l2 1.8-2 1.7M11 12.4h2.5');
export const TrafficIcon = icon('M3.5 7h11M11.5 4l3 3-3 3M16.5 13h-11M8.5 10l-3 3 3 3');
export const WorkbenchIcon = icon('M3 7h14M5.500 7v9M14.500 7v9M5.500 12h9M7 7V4h6v3');
export const PickIcon = icon('m6.500 8 3.500-3.500L13.500 8M6.500 12l3.500 3.500 3.500-3.500');
export const ScenariosIcon = icon(
  'M3.5 6h6M13.5 6h3M3.5 14h3M10.5 14h6M9.5 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM6.5 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0z',
);
export const KeysIcon = icon(
  'M3.8 12.5a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0zM9.4 10.1 15.8 3.7M13 6.5l2.2 2.2',
);
export const CoverageIcon = icon('M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.8 14l1.7 1.8 3-3.6');
export const ContractIcon = icon('M5 2.8h7l3.2 3.2v11.2H5zM7.6 11.2l1.7 1.7 3.2-3.6');
export const ReferenceIcon = icon(
  'M10 5.4C8.400 4.200 6.300 3.900 3.500 4v11c2.800-.1 4.900.2 6.500 1.400 1.600-1.200 3.700-1.500 6.500-1.400V4c-2.800-.1-4.900.2-6.500 1.400zM10 5.400v11',
);
export const FindIcon = icon('M12.500 12.500 17 17M8.500 3.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10z');
export const SunIcon = icon(
  'M6.8 10a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0zM10 2.500v2M10 15.500v2M2.500 10h2M15.500 10h2M4.700 4.700l1.400 1.400M13.900 13.900l1.400 1.400M15.300 4.700l-1.400 1.400M6.100 13.900l-1.400 1.400',
);
export const MoonIcon = icon('M16 11.700A6.500 6.500 0 1 1 8.300 4a5.200 5.200 0 0 0 7.700 7.700z');
export const SystemIcon = icon('M3 4.500h14v9H3zM7.500 16.500h5M10 13.500v3');
export const CopyIcon = icon('M7 7h9v9H7zM4.500 13H4V4h9v.5');
export const DoneIcon = icon('m4.500 10.500 3.500 3.500 7.500-8');
export const WarnIcon = icon('M10 3.200 17.500 16h-15zM10 8v3.600M10 13.700v.1');
export const BackIcon = icon('M11.500 4.500 6 10l5.500 5.500');
export const CloseIcon = icon('m5 5 10 10M15 5 5 15');
export const SendIcon = icon('M3.500 10h12M11 5.500l4.500 4.500-4.500 4.500');
export const ClearIcon = icon('M3.5 10a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0zM5.500 14.500l9-9');
export const ColumnsIcon = icon('M3 4.500h14v11H3zM7.700 4.500v11M12.300 4.500v11');
export const ExportIcon = icon('M10 3.500v8.500M6.500 8.500 10 12l3.500-3.500M4 16h12');
export const PauseIcon = icon('M7 4.500v11M13 4.500v11');
export const PlayIcon = icon('M6.500 4.500v11l9-5.500z');
