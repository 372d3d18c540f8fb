export const helpText = `Farebox, the command line of the portal.

  npm run farebox -- COMMAND

Publishing

  apply FOLDER [--prune] [--take-over] [--dry-run]
      Publish the products of a folder of catalogue files.
      npm run farebox -- apply catalogue
      Shows what is new, what changes and which prices change, and then does it. Applying
      twice changes nothing. Products that the folder does not have stay as they are; with
      --prune they go offline. --dry-run shows the plan and stops there. A product belongs to
      the file or the document that published it: another one is refused, and takes it over
      with --take-over alone.

  online SLUG...            Put products into the list, and let them be called.
      npm run farebox -- online weather-forecast

  offline SLUG...           Take products out of the list. Links to them keep working.
      npm run farebox -- offline qr-code

Accounts, keys and credits

  account create NAME [--credits N]     Make an account, which API keys and credits belong to.
  account list [--json]
      npm run farebox -- account create acme --credits 1000

  key create ACCOUNT [--name N] [--operator] [--expires DATE|30d]
             [--cap-day N] [--cap-month N] [--cap-total N]
      npm run -s farebox -- key create acme --name laptop --expires 90d --cap-month 500
      Prints the key, alone on standard output and this once: only its hash is kept. A cap is
      the most credits that the key spends in a day or a month (of UTC), or in all. A key of
      an operator also sees products that are offline.

  key list [ACCOUNT] [--json]
  key revoke KEY_ID         From now on the key opens nothing.
      npm run farebox -- key revoke key_4t8m2h7x0c9q1zfd

  grant ACCOUNT CREDITS [--reason TEXT]
      npm run farebox -- grant acme 500 --reason "Paid for November"

  adjust ACCOUNT +CREDITS|-CREDITS --reason TEXT [--call CALL_ID]
      npm run farebox -- adjust acme -50 --reason "Granted twice"
      With --call it is a refund, of at most what the call cost; else a correction. Both are
      entries of the ledger, like all else that moves credits. Nobody goes below 0.

  An ACCOUNT goes by its name or its id.

  verify RECEIPT.json [--key PUBLIC_KEY]    Reckon a receipt again, without the portal.
      curl -s http://localhost:3000/api/calls/CALL_ID | npm run -s farebox -- verify -
      Each line from its quantity and the price, the sum, the charge, and the signature. The
      key of a portal is at its /api/receipt-key. Exit code 1: something differs.

The data

  check                     Add the ledger up, also while the portal runs.
      Says each invariant that does not hold, and ends with exit code 1 if there is one.

  backup FILE               Write all data into one file, also while the portal runs.
      npm run farebox -- backup farebox-2026-11-21.db
      The portal's secret is not in it: keep FAREBOX_SECRET, or the file "secret" of the data
      folder, as well. Guests are known by it.

  restore FILE              Put a backup in the place of the data, while no portal runs.
      npm run farebox -- restore farebox-2026-11-21.db
      It is checked first; what was there before is kept beside it.

Writing catalogue files

  import FILE               Draft catalogue files from an OpenAPI document (2.0, 3.0, 3.1).
      npm run farebox -- import petstore.yaml --out drafts
      Then set prices in the drafts, and apply them. "import --help" says more.

A catalogue folder holds tags.yaml and one YAML file for each product:

      slug: qr-code
      name: QR code
      status: online                  # or offline; left out: as "online" and "offline" decide
      type: images                    # types, providers, capabilities and labels: out of tags.yaml
      provider: node-qrcode
      introduction:
        - { title: What it does, text: Draws a QR code. }
      operation: { document: openapi.yaml, id: createQrCode }
      price:
        lines:
          - { label: Each code, flat: 2 }
        maximum: 2

The commands write to the data folder (FAREBOX_DATA, ./data if not set), through the portal
when it runs. Exit code 0: done. 2: not done, and a sentence says why.
`;
