interface FilePickerProps {
  readonly label: string;
  /** As the attribute of an input: endings and media types. */
  readonly accept?: string;
  readonly onFile: (file: File | undefined) => Promise<void>;
}

/** A button that asks for a file; the same one may be chosen again. */
export function FilePicker({ label, accept = '.json,application/json', onFile }: FilePickerProps) {
  return (
    <label class="btn file">
      {label}
      <input
        class="unseen"
        type="file"
        accept={accept}
        onChange={(event) => {
          void onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
