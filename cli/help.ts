export const helpText = `Farebox, the command line of the portal.

  npm run farebox -- COMMAND

Publishing

  apply FOLDER [--prune] [--take-over] [--dry-run]
      Publish the products in a folder of catalogue files.
      npm run farebox -- apply catalogue
      Shows new products, changes and price changes, then applies them. Products that are not
      in the folder stay as they are; --prune takes them offline. --dry-run only shows the
      plan. A product belongs to the file or document that published it: apply refuses to
      replace it from another one, unless you add --take-over.

  online SLUG...            List products and allow calls.
      npm run farebox -- online weather-forecast

  offline SLUG...           Remove products from the list. Their pages keep working.
      npm run farebox -- offline qr-code

Accounts, keys and credits

  account create NAME [--credits N]     Create an account for API keys and credits.
  account list [--json]
      npm run farebox -- account create acme --credits 1000

  key create ACCOUNT [--name N] [--operator] [--expires DATE|30d]
             [--cap-day N] [--cap-month N] [--cap-total N]
      npm run -s farebox -- key create acme --name laptop --expires 90d --cap-month 500
      Prints the key to standard output, only once: the portal stores only its hash. The caps
      limit the credits that the key can spend per day, per month (UTC) and in total. An
      operator key also sees offline products.

  key list [ACCOUNT] [--json]
  key revoke KEY_ID         Revoke a key, effective immediately.
      npm run farebox -- key revoke key_4t8m2h7x0c9q1zfd

  grant ACCOUNT CREDITS [--reason TEXT]
      npm run farebox -- grant acme 500 --reason "Paid for November"

  adjust ACCOUNT +CREDITS|-CREDITS --reason TEXT [--call CALL_ID]
      npm run farebox -- adjust acme -50 --reason "Granted twice"
      With --call: a refund, at most the cost of the call. Without: a correction. Both become
      entries in the ledger. A balance cannot go below 0.

  ACCOUNT is the name or the id of an account.

  verify RECEIPT.json [--key PUBLIC_KEY]    Verify a receipt without the portal.
      curl -s http://localhost:3000/api/calls/CALL_ID | npm run -s farebox -- verify -
      Recomputes each line, the total and the charge, and checks the signature. The public key
      of a portal is at /api/receipt-key. Exit code 1: a check failed.

Data

  check                     Check the ledger, also while the portal is running.
      Prints each inconsistency. Exit code 1: there is at least one.

  backup FILE               Write all data to one file, also while the portal is running.
      npm run farebox -- backup farebox-2026-11-21.db
      The secret of the portal is not included: also keep FAREBOX_SECRET, or the file "secret"
      in the data folder. Guests are identified with it.

  restore FILE              Replace the data with a backup, while the portal is stopped.
      npm run farebox -- restore farebox-2026-11-21.db
      Checks the backup first, and keeps the previous data beside it.

Writing catalogue files

  import FILE               Draft catalogue files from an OpenAPI document (2.0, 3.0, 3.1).
      npm run farebox -- import petstore.yaml --out drafts
      Set the prices in the drafts, then apply them. See "import --help".

A catalogue folder contains tags.yaml and one YAML file per product:

      slug: qr-code
      name: QR code
      status: online                  # or offline; if left out, "online" and "offline" decide
      type: images                    # type, provider, capabilities, labels: from tags.yaml
      provider: node-qrcode
      introduction:
        - { title: What it does, text: Draws a QR code. }
      operation: { document: openapi.yaml, id: createQrCode }
      price:
        lines:
          - { label: Each code, flat: 2 }
        maximum: 2

The commands write to the data folder (FAREBOX_DATA, default ./data), through the portal if it
is running. Exit code 0: done. Exit code 2: not done, with an error message.
`;
